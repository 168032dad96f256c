import { listApplicants } from '@doorstep/contract/applicants';
import { assignMany } from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { deleteUser, getUser, listUsers, updateUser } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { identityOf, listOf, usersOf } from '../../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../../testing/applicants.ts';
import { expectLinks } from '../../../testing/page/expect-texts.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const deactivate = page.getByRole('alertdialog', { name: 'Deactivate agent' });
const remove = page.getByRole('alertdialog', { name: 'Delete agent' });
const active = page.getByRole('switch', { name: 'Active' });

function answerOpenTasks(open: number) {
  const state = { open, ...identityOf(asha), sent: [] as unknown[] };
  const first = applicantOf({ id: 1, status: 'assigned', assigned_agent: assignedTo(asha) });
  answer(listUsers, () => usersOf([state.user]));
  answer(getUser, () => ({ success: true, user: state.user }));
  answer(listApplicants, ({ query }) => {
    expect(query).toMatchObject({ agent: '7', status: 'assigned' });
    return listOf(state.open > 0 ? [first] : [], state.open);
  });
  const change = (expected: unknown, done: () => Response) => {
    state.sent.push(expected);
    if (expected === state.open) return done();
    const detail = `Asha Rao has ${state.open} open tasks now, not ${expected}.`;
    return failure(409, { code: 'count_changed', count: state.open, message: detail, detail });
  };
  answer(updateUser, ({ body }) =>
    change((body as { expected_open_tasks?: number }).expected_open_tasks, () => {
      state.user = { ...state.user, is_active: false };
      return Response.json({ success: true, message: '', user: state.user });
    }),
  );
  answer(deleteUser, ({ query }) =>
    change(Number(query.expected_open_tasks), () => Response.json({ success: true, message: '' })),
  );
  return state;
}

function answerChange(state: ReturnType<typeof answerOpenTasks>, is_active: boolean) {
  answer(updateUser, ({ body }) => {
    state.sent.push(body);
    state.user = { ...state.user, is_active };
    return { success: true, message: '', user: state.user };
  });
}

// Covers: agents-14
test('asks before deactivating, with the number of open tasks and a link to them', async () => {
  const state = answerOpenTasks(12);
  const { address } = await renderApp('/agent?view=7');
  await active.click();
  await expect.element(deactivate).toMatchTextContent('Deactivate Asha Rao?');
  await expect.element(deactivate).toMatchTextContent('The agent has 12 open tasks.');
  await deactivate.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(deactivate).not.toBeInTheDocument();
  await expect.element(active).toBeChecked();
  await expect.poll(() => state.sent).toEqual([]);

  await active.click();
  await deactivate.getByRole('link', { name: 'Show these applicants' }).click();
  await expect.poll(address).toBe('/applicants?agent=7&status=assigned');
});

// Covers: agents-14
test('shows a task assigned while the dialog was open before deactivating', async () => {
  const state = answerOpenTasks(1);
  await renderApp('/agent?view=7');
  await active.click();
  await expect.element(deactivate).toMatchTextContent('The agent has 1 open task. The task stays');
  state.open = 2;
  await deactivate.getByRole('button', { name: 'Deactivate' }).click();
  await expect
    .element(deactivate.getByRole('alert'))
    .toMatchTextContent('Asha Rao has 2 open tasks now, not 1.');
  await expect.element(deactivate).toMatchTextContent('The agent has 2 open tasks.');
  await deactivate.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(deactivate).not.toBeInTheDocument();
  await expect.element(active).not.toBeChecked();
  await expect.poll(() => state.sent).toEqual([1, 2]);
});

test('activates an inactive agent without asking, and links to the open tasks in the record', async () => {
  const state = answerOpenTasks(3);
  state.user = { ...state.user, is_active: false };
  answerChange(state, true);
  const { screen } = await renderApp('/agent?view=7');
  await expectLinks(screen, { '3 open tasks': '/applicants?agent=7&status=assigned' });
  await active.click();
  await expect.element(active).toBeChecked();
  // Waits for the request, because the switch changes before the request is sent.
  await expect.poll(() => state.sent).toEqual([{ is_active: true }]);
});

// Covers: agents-14
test('shows the number on deleting too, and asks again if it changed', async () => {
  const state = answerOpenTasks(0);
  await renderApp('/agent?delete=7');
  await expect.element(remove).toMatchTextContent('The agent has no open tasks.');
  state.open = 5;
  const button = remove.getByRole('button', { name: 'Delete', exact: true });
  await button.click();
  await expect
    .element(remove.getByRole('alert'))
    .toMatchTextContent('Asha Rao has 5 open tasks now, not 0.');
  await expect.element(remove).toMatchTextContent('5 open tasks. The tasks become unassigned.');
  await expect.element(remove.getByRole('link', { name: 'Show these applicants' })).toBeVisible();
  await pressAndSee(button, remove.getByText('Agent deleted successfully'));
  await expect.poll(() => state.sent).toEqual([0, 5]);
});

function answerMoves(state: ReturnType<typeof answerOpenTasks>, until?: Promise<void>) {
  const sunita = agentOf({ id: 9, name: 'Sunita Rao' });
  const moved: unknown[] = [];
  answer(lastAssignedAgents, { agent_ids: [] });
  answer(listUsers, () => usersOf([state.user, sunita]));
  answer(assignMany, async ({ body }) => {
    await until;
    const { expected_count } = body as { expected_count: number };
    moved.push(body);
    if (expected_count !== state.open) {
      const message = `The number of applicants has changed: ${state.open} match now.`;
      return failure(409, { code: 'count_changed', count: state.open, message });
    }
    state.open = 0;
    return { shares: [], skipped: [] };
  });
  return moved;
}

// Covers: agents-15
test('offers to give the open tasks to another agent before deactivating', async () => {
  const state = answerOpenTasks(2);
  const moved = answerMoves(state);
  await renderApp('/agent?view=7');
  await active.click();
  await expect.element(deactivate.getByText('Asha Rao has 2 open tasks')).toBeVisible();
  await deactivate.getByRole('radio', { name: 'Give the tasks to another agent' }).click();
  const button = deactivate.getByRole('button', { name: 'Deactivate' });
  await pressAndSee(button, deactivate.getByText('Choose an agent.'));
  await deactivate.getByRole('combobox').selectOptions('Sunita Rao 9820000009');
  state.open = 3;
  await pressAndSee(
    button,
    deactivate.getByText('The number of applicants has changed: 3 match now.'),
  );
  await expect.poll(() => state.sent).toEqual([]);
  await button.click();
  await expect.element(deactivate).not.toBeInTheDocument();
  const filter = { agent: '7', status: 'assigned' };
  const move = { filter, expected_count: 3, plan: [{ agent_id: 9 }], move: true };
  await expect.poll(() => moved.at(-1)).toEqual(move);
  await expect.poll(() => state.sent).toEqual([0]);
});

// Covers: agents-15
test('leaves the tasks unassigned or gives them to another agent before deleting', async () => {
  const state = answerOpenTasks(4);
  const moved = answerMoves(state);
  await renderApp('/agent?delete=7');
  const leave = remove.getByRole('radio', { name: 'Leave the tasks unassigned' });
  await expect.element(leave).toBeChecked();
  await remove.getByRole('radio', { name: 'Give the tasks to another agent' }).click();
  await remove.getByRole('combobox').selectOptions('Sunita Rao 9820000009');
  await remove.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(remove.getByText('Agent deleted successfully')).toBeVisible();
  await expect.poll(() => state.sent).toEqual([0]);
  await expect.poll(() => moved).toHaveLength(1);
});

// Covers: agents-15
test('deactivates after the tasks were moved, even if the user left the dialog meanwhile', async () => {
  const state = answerOpenTasks(4);
  const hasLeft = Promise.withResolvers<void>();
  answerMoves(state, hasLeft.promise);
  const { router } = await renderApp('/agent?view=7');
  await active.click();
  await deactivate.getByRole('radio', { name: 'Unassign the tasks' }).click();
  await deactivate.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(deactivate.getByRole('button', { name: 'Deactivating...' })).toBeVisible();
  await router.navigate({ to: '/home' });
  await expect.element(deactivate).not.toBeInTheDocument();
  hasLeft.resolve();
  await expect.poll(() => state.sent).toEqual([0]);
});

// Covers: agents-15
test('shares the tasks out as proposed, and leaves those without a suitable agent', async () => {
  const state = answerOpenTasks(3);
  answerMoves(state);
  const share = { agent_id: 9, agent_name: 'Sunita Rao', open: 6, ids: [1, 2] };
  answer(assignMany, ({ body }) => {
    const { dry_run, ids } = body as { dry_run?: boolean; ids?: number[] };
    if (!dry_run) state.open -= ids?.length ?? 0;
    return {
      shares: [{ ...share, covers: ['4110'], capacity: 12, revisions: ['1.0', '1.0'] }],
      skipped: dry_run ? [{ id: 3, because: 'outside_areas' }] : [],
    };
  });
  await renderApp('/agent?view=7');
  await active.click();
  await deactivate.getByRole('radio', { name: 'Share out the tasks' }).click();
  await expect
    .element(deactivate.getByText('covers 4110, 6 open tasks, 12 tasks a day'))
    .toBeVisible();
  await expect.element(deactivate.getByText(/^Not moved: 1\. No agent/)).toBeVisible();
  await deactivate.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(deactivate).not.toBeInTheDocument();
  await expect.poll(() => state.sent).toEqual([1]);
});

// Covers: agents-14
test('shows and sends no number if the backend ignores the filter', async () => {
  const state = answerOpenTasks(1);
  answer(listApplicants, listOf([applicantOf({ id: 1 })], 900));
  answerChange(state, false);
  await renderApp('/agent?view=7');
  await active.click();
  await expect.element(deactivate).toMatchTextContent('Open tasks stay with the agent.');
  await expect.element(deactivate.getByRole('link')).not.toBeInTheDocument();
  await deactivate.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(deactivate).not.toBeInTheDocument();
  await expect.poll(() => state.sent).toEqual([{ is_active: false }]);
});
