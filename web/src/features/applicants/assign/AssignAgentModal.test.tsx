import {
  type ApplicantRecord,
  assignAgent,
  getApplicant,
  listApplicants,
} from '@doorstep/contract/applicants';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listUsers, type User } from '@doorstep/contract/users';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listOf, recordBodies, usersOf } from '../../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../../testing/applicants.ts';
import { expectShownBy } from '../../../testing/page/expect-shown-by.ts';
import { expectTexts } from '../../../testing/page/expect-texts.ts';
import { holdTimeouts } from '../../../testing/page/page-clock.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const amit = agentOf({ id: 8, name: 'Amit Shah', phone_number: '9811111111' });
const otherAmit = agentOf({ id: 9, name: 'amit shah', phone_number: '9822222222' });
const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });

const changedMeanwhile = () =>
  failure(409, { message: 'Someone else changed it meanwhile.', code: 'changed_meanwhile' });
const seen = { updated_at: kabir.updated_at };
const sentOtherAmit = [
  '42',
  { assigned_agent_name: 'amit shah', assigned_agent_id: otherAmit.id, ...seen },
];
const visitAgain = 'If you choose another agent, that agent must make a new visit.';

async function openAssign(
  change: Partial<ApplicantRecord> = {},
  users: User[] | Response = [asha, amit, otherAmit],
  lately: number[] = [],
) {
  const applicant: ApplicantRecord = { ...kabir, ...change };
  const sent: unknown[] = [];
  answer(listApplicants, listOf([applicant]));
  answer(getApplicant, applicant);
  answer(lastAssignedAgents, { agent_ids: lately });
  answer(listUsers, users instanceof Response ? users : usersOf(users));
  answer(assignAgent, ({ body, params }) => {
    sent.push(params.id, body);
    return { ...applicant, assigned_agent: assignedTo(asha) };
  });
  const app = await renderApp(`/applicants?assign=${applicant.id}`);
  const { screen } = app;
  const input = screen.getByRole('combobox', { name: 'Enter Agent Name:' });
  const submit = screen.getByRole('button', { name: 'Assign', exact: true });
  await expect.element(input).toHaveFocus();
  return { ...app, input, submit, sent };
}

/**
 * Looks for the message while the click still runs. On a slow machine, the dialog may already be closed when
 * the click returns.
 */
const seesAssigned = (
  screen: Awaited<ReturnType<typeof renderApp>>['screen'],
  press: PromiseLike<void>,
) => expectShownBy(press, screen.getByText('Agent successfully assigned!'));

// Covers: assigning-1, assigning-3
test('requires a name', async () => {
  const { screen, input, submit, sent } = await openAssign();
  await expect.element(screen.getByRole('dialog', { name: 'Assign Agent' })).toBeVisible();
  await input.fill('   ');
  await pressAndSee(submit, screen.getByText('Please enter an agent name'));
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.element(input).toHaveFocus();
  await input.fill('A');
  await expect.element(screen.getByText('Please enter an agent name')).not.toBeInTheDocument();
  await expect.poll(() => sent).toEqual([]);
});

// Covers: assigning-3, assigning-4
test('sends only the name, confirms it, and closes after 1.5 seconds', async () => {
  const { screen, input, submit, sent, address } = await openAssign();
  await input.fill(' Asha Rao ');
  holdTimeouts();
  await seesAssigned(screen, submit.click());
  await expect.poll(() => sent).toEqual(['42', { assigned_agent_name: 'Asha Rao', ...seen }]);
  vi.advanceTimersByTime(1_500);
  await expect.poll(address).toBe('/applicants');
});

// Covers: assigning-1
test('shows the present agent when reassigning', async () => {
  const { screen } = await openAssign({ assigned_agent: assignedTo(asha) });
  const dialog = screen.getByRole('dialog', { name: 'Reassign Agent' });
  await expect.element(dialog).toMatchTextContent(/Current agent Asha Rao, 9820000007/);
  await expect.element(dialog.getByText('Kabir Shah · SB-42 · RESIDENCE')).toBeVisible();
});

// Covers: assigning-8
test.each([
  ['no note', ''],
  ['the longest', 'Back in May. '.repeat(77).trim()],
])(
  'says with %s who gave the task back and why, and leaves room for the agents',
  async (_, note) => {
    await page.viewport(390, 844);
    const given_back = { by: 'Ravi Kumar', at: seen.updated_at, reason: 'on_leave' as const, note };
    const agents = Array.from({ length: 30 }, (_, id) => agentOf({ id, name: `Agent ${id}` }));
    const { screen, submit } = await openAssign({ given_back }, agents);
    await expect
      .element(screen.getByText(/^Given back by/))
      .toHaveTextContent(
        `Given back by Ravi Kumar on Mar 5, 2026, 10:30 AM: On leave.${note && ` “${note}”`}`,
      );
    await expect.element(screen.getByRole('option').nth(3)).toBeInViewport();
    const list = screen.getByRole('listbox').element().parentElement?.getBoundingClientRect();
    expect(list?.bottom).toBeLessThan(submit.element().getBoundingClientRect().top);
  },
);

const decidedOn = (decision: 'positive' | 'pending'): Partial<ApplicantRecord> => ({
  status: decision === 'pending' ? 'visited' : 'submitted',
  assigned_agent: assignedTo(asha),
  latest_verification: {
    ...{ id: 501, agent: 'Asha Rao', submitted_at: kabir.created_at, admin_decision: decision },
    ...(decision === 'pending'
      ? { decided_by: null, decided_at: null }
      : { decided_by: 'Meera Iyer', decided_at: '2026-03-05T06:00:00.000Z' }),
  },
});
const decided = 'Decided Positive by Meera Iyer on Mar 5, 2026, 11:30 AM.';

// Covers: assigning-9
test('reassigns a decided applicant only after a new visit is confirmed', async () => {
  const { screen, input, submit, sent, address } = await openAssign(decidedOn('positive'));
  const dialog = screen.getByRole('dialog', { name: 'Reassign Agent' });
  await expect.element(dialog.getByText(`${decided} ${visitAgain}`)).toBeVisible();
  await input.fill('Amit Shah');
  await screen.getByRole('option').first().click();

  // A second Enter must not confirm the new visit, so Cancel has the focus.
  await input.click();
  await userEvent.keyboard('{Enter}');
  const confirm = screen.getByRole('alertdialog', { name: 'Order a new visit?' });
  await expect.element(confirm.getByText(`Kabir Shah has a decision. ${decided}`)).toBeVisible();
  const effect =
    'Amit Shah must make a new visit. The applicant’s status changes back to Assigned.';
  await expect.element(confirm.getByText(effect)).toBeVisible();
  await expect.element(confirm.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(confirm).not.toBeInTheDocument();
  await expect.element(input).toHaveFocus();
  await expect.element(input).toHaveValue('Amit Shah');
  await expect.poll(() => sent).toEqual([]);

  await submit.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(confirm).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => sent).toEqual([]);

  holdTimeouts();
  await submit.click();
  await seesAssigned(screen, confirm.getByRole('button', { name: 'Order a new visit' }).click());
  const body = { assigned_agent_name: 'Amit Shah', assigned_agent_id: 8, ...seen };
  await expect.poll(() => sent).toEqual(['42', body]);
  vi.advanceTimersByTime(1_500);
  await expect.poll(address).toBe('/applicants');
});

// Covers: assigning-9
test('asks even if a backend does not say how it was decided', async () => {
  const { screen, input, submit, sent } = await openAssign({ status: 'submitted' });
  await input.fill('Asha Rao');
  await submit.click();
  const confirm = screen.getByRole('alertdialog');
  await expect.element(confirm.getByText('Kabir Shah has a decision.')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
});

// Covers: assigning-9
test('mentions a visit without a decision, and asks for no confirmation', async () => {
  const { screen, input, submit, sent } = await openAssign(decidedOn('pending'));
  const visited =
    'Visited by Asha Rao on Mar 5, 2026, 10:30 AM; verification 501 waits for a decision.';
  await expect.element(screen.getByText(`${visited} ${visitAgain}`)).toBeVisible();
  await input.fill('Amit Shah');
  await screen.getByRole('option').nth(1).click();
  await seesAssigned(screen, submit.click());
  await expect.poll(() => sent).toEqual(sentOtherAmit);
});

// Covers: assigning-9
test.each(['positive', 'pending'] as const)(
  'does not send the agent who visited again by name: %s',
  async (decision) => {
    const { screen, input, submit, sent } = await openAssign(decidedOn(decision));
    await input.fill('asha rao');
    await expect.element(screen.getByRole('option')).toBeVisible();
    await submit.click();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent(
        'Asha Rao has visited already. Choose another agent, or send the verification back.',
      );
    await expect.element(input).toHaveFocus();
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.poll(() => sent).toEqual([]);
  },
);

// Covers: assigning-9, dialogs-5
test('shows an agent and a decision that came while the dialog was open, and asks about them', async () => {
  const { screen, input, submit } = await openAssign();
  const sent = recordBodies(assignAgent, changedMeanwhile(), kabir);
  await expect.element(screen.getByText('Kabir Shah · SB-42 · RESIDENCE')).toBeVisible();
  const updated_at = '2026-03-05T06:00:00.000Z';
  answer(getApplicant, { ...kabir, ...decidedOn('positive'), updated_at });
  await input.fill('Amit');
  await screen.getByRole('option').first().click();
  const outdated = screen.getByText('Someone else changed it meanwhile.');
  await pressAndSee(submit, outdated);
  await pressAndSee('Load the newer values', screen.getByText(`${decided} ${visitAgain}`));
  await expect.element(screen.getByText(/^Current agent Asha Rao/)).toBeVisible();
  await expect.element(outdated).not.toBeInTheDocument();
  await expect.element(input).toHaveValue('Amit Shah');
  await submit.click();
  await pressAndSee('Order a new visit', screen.getByText('Agent successfully assigned!'));
  const wanted = { assigned_agent_name: 'Amit Shah', assigned_agent_id: 8 };
  await expect
    .poll(() => sent)
    .toEqual([
      { ...wanted, updated_at: kabir.updated_at },
      { ...wanted, updated_at },
    ]);
});

// Covers: assigning-2, dialogs-4
test('stays “Assign” until the end of a first assignment', async () => {
  const { screen, input, submit } = await openAssign();
  let isAsked = false;
  const isPressed = Promise.withResolvers<void>();
  answer(assignAgent, async () => {
    await isPressed.promise;
    const assigned = { ...kabir, assigned_agent: assignedTo(asha) };
    answer(getApplicant, () => {
      isAsked = true;
      return assigned;
    });
    return assigned;
  });
  await input.fill('Asha Rao');
  await submit.click();
  isPressed.resolve();
  await expect.element(screen.getByText('Agent successfully assigned!')).toBeVisible();
  await expect.poll(() => isAsked).toBe(true);
  await expect
    .element(screen.getByRole('dialog', { name: 'Assign Agent', exact: true }))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
});

test('suggests active agents with their numbers, and sends the id of a picked namesake', async () => {
  const idle = agentOf({ id: 10, name: 'Amit Idle', is_active: false });
  const { screen, input, sent } = await openAssign({}, [asha, amit, otherAmit, idle]);
  await userEvent.type(input, 'ami');
  const options = screen.getByRole('option');
  await expectTexts(options, ['Amit Shah 9811111111', 'amit shah 9822222222']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(input).toHaveValue('amit shah');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await seesAssigned(screen, userEvent.keyboard('{Enter}'));
  await expect.poll(() => sent).toEqual(sentOtherAmit);
});

// Covers: assigning-7
test.each([1366, 390])(
  'lists the lately assigned agent first at %i px, and covers nothing',
  async (width) => {
    await page.viewport(width, 640);
    const many = Array.from({ length: 30 }, (_, index) =>
      agentOf({ id: 20 + index, name: `Zed ${index}` }),
    );
    const users = [asha, amit, otherAmit, ...many];
    const { screen, input, submit, sent } = await openAssign({}, users, [otherAmit.id, 99]);
    const options = screen.getByRole('option');
    await expect
      .poll(() =>
        options
          .elements()
          .slice(0, 3)
          .map((option) => option.textContent),
      )
      .toEqual(['amit shah 9822222222', 'Amit Shah 9811111111', 'Asha Rao 9820000007']);
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(options.last()).toBeInViewport();
    const list = screen.getByRole('listbox').element().parentElement?.getBoundingClientRect();
    expect(list?.bottom).toBeLessThan(submit.element().getBoundingClientRect().top);
    await expect.element(submit).toBeInViewport();
    await options.first().click();
    await expect.element(input).toHaveValue('amit shah');
    await submit.click();
    await expect.poll(() => sent).toEqual(sentOtherAmit);
  },
);

test('sends only the name of an agent without namesakes; typing clears the pick', async () => {
  const { screen, input, sent, submit } = await openAssign();
  await userEvent.type(input, '0007');
  await screen.getByRole('option', { name: /^Asha Rao/ }).click();
  await expect.element(input).toHaveValue('Asha Rao');
  await input.fill('Amit Shah');
  await expect.element(screen.getByRole('option').first()).toBeVisible();
  await submit.click();
  await expect.poll(() => sent).toEqual(['42', { assigned_agent_name: 'Amit Shah', ...seen }]);
});

test('sends the typed text on Enter although suggestions are shown', async () => {
  const { screen, input, sent } = await openAssign();
  await userEvent.type(input, 'a');
  await expect.element(screen.getByRole('option').first()).toBeVisible();
  await seesAssigned(screen, userEvent.keyboard('{Enter}'));
  await expect.poll(() => sent).toEqual(['42', { assigned_agent_name: 'a', ...seen }]);
});

test.each([
  ['refused', failure(403, { message: 'This is for super admins.' })],
  ['missing', bareFailure(404)],
])('works as a plain input when the agents are %s', async (_, users) => {
  const { screen, input, sent } = await openAssign({}, users);
  await seesAssigned(screen, userEvent.type(input, 'Asha Rao{Enter}'));
  await expect.poll(() => sent).toEqual(['42', { assigned_agent_name: 'Asha Rao', ...seen }]);
});

// Covers: assigning-6
test.each([
  [400, 'No active agent is named Zed.', 'under the name'],
  [409, '2 active agents are named Zed. Choose the agent by the phone number.', 'under the name'],
  [404, 'Applicant not found.', 'on its own'],
])('%i: shows the detail %s', async (status, detail, place) => {
  const { screen, input, submit } = await openAssign();
  answer(assignAgent, () => failure(status, { message: 'other words', detail }));
  await input.fill('Zed');
  await submit.click();
  const alert = screen.getByRole('alert').filter({ hasText: detail });
  await expect.element(alert).toBeVisible();
  if (place === 'under the name') await expect.element(input).toHaveAccessibleDescription(detail);
  await expect.element(input).toHaveValue('Zed');
  await expect.element(input).toHaveFocus();
});
