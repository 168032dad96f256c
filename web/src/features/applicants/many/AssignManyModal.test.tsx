import { listApplicants } from '@doorstep/contract/applicants';
import {
  assignMany,
  type ManyAssigned,
  undoAssign,
} from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listUsers } from '@doorstep/contract/users';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listOf, usersOf } from '../../../testing/answers.ts';
import { agentOf, applicantOf } from '../../../testing/applicants.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const asif = agentOf({ id: 7, name: 'Asif Khan' });
const ravi = agentOf({ id: 8, name: 'Ravi Kumar' });
const sunita = agentOf({ id: 9, name: 'Sunita Rao' });
const rows = Array.from({ length: 34 }, (_, index) => applicantOf({ id: 134 - index }));

const proposed = 'suggest' as unknown as Plan;
type Plan = { agent_id: number; count?: number }[];

interface Sent {
  ids?: number[];
  filter?: object;
  expected_count?: number;
  plan: Plan;
  dry_run?: boolean;
}
type Reply = ManyAssigned | Response;

const dialog = page.getByRole('dialog');
const box = (id: number) =>
  page.getByRole('checkbox', { name: `Select Applicant ${id}`, exact: true });
const agent = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const row = (name: string) => page.getByRole('row', { name });
const press = (name: string) => page.getByRole('button', { name }).click();
const selectPage = () => page.getByRole('checkbox', { name: 'Select this page' }).click();

async function selectAll(count: string) {
  await selectPage();
  await press(`Select all ${count} applicants`);
}

async function openForOneAgent() {
  await press('Assign selected');
  await press('One agent');
}

async function openList(
  found = rows.map(({ id }) => id),
  reply?: (body: Sent) => Reply | Promise<void> | undefined,
  search = '',
) {
  const sent: (Sent & { key: string | null })[] = [];
  answer(listApplicants, ({ query }) => {
    const page = Number(query.page);
    const results = rows.slice((page - 1) * 10, page * 10);
    return listOf(results, found.length);
  });
  answer(lastAssignedAgents, { agent_ids: [9] });
  answer(listUsers, usersOf([asif, ravi, sunita]));
  answer(assignMany, async ({ body, request }) => {
    const asked = body as Sent;
    if (!asked.dry_run) sent.push({ ...asked, key: request.headers.get('Idempotency-Key') });
    const refused = await reply?.(asked);
    if (refused) return refused;
    const left = [...(asked.ids ?? found)];
    const plan: Plan = asked.plan === proposed ? [{ agent_id: 8 }, { agent_id: 7 }] : asked.plan;
    const each = Math.ceil(left.length / plan.length);
    return {
      shares: plan.map(({ agent_id, count }) => ({
        agent_id,
        agent_name: [asif, ravi, sunita].find(({ id }) => id === agent_id)?.name ?? '',
        open: 12,
        ids: left.splice(0, count ?? each),
        ...(asked.plan === proposed && { covers: ['4110'], capacity: 20 }),
      })),
      skipped: [],
    };
  });
  const app = await renderApp(`/applicants${search}`);
  await expect.element(box(134)).toBeVisible();
  return { ...app, sent };
}

// Covers: assign-many-8
test('shows no check boxes if the backend can’t assign many', async () => {
  answer(listApplicants, listOf(rows.slice(0, 1)));
  const asked = vi.fn(() => bareFailure(404));
  answer(lastAssignedAgents, asked);
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText('1 record', { exact: true })).toBeVisible();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('table').getByRole('checkbox')).not.toBeInTheDocument();
});

// Covers: assign-many-8
test('selects one with Space, and a range over pages with Shift', async () => {
  const { screen } = await openList();
  (await box(133).findElement()).focus();
  await userEvent.keyboard(' ');
  await expect.element(box(133)).toBeChecked();
  await box(130).click({ modifiers: ['Shift'] });
  await expect.element(screen.getByText('4 applicants selected')).toBeVisible();
  await expect.element(box(131)).toBeChecked();
  await expect.element(box(129)).not.toBeChecked();
  await press('Next page');
  await expect.element(box(124)).not.toBeChecked();
  await selectPage();
  await expect.element(screen.getByText('14 applicants selected')).toBeVisible();
});

// Covers: assign-many-8
test('selects all matches except one of this page, and forgets them in another list', async () => {
  const { screen } = await openList();
  await selectPage();
  await pressAndSee('Select all 34 applicants', screen.getByText('All 34 applicants are selected'));
  await pressAndSee(box(130), screen.getByText('9 applicants selected'));
  await press('Not Assigned');
  await expect.element(box(134)).not.toBeChecked();
  await pressAndSee(box(134), screen.getByText('1 applicant selected'));
  await press('Clear selection');
  await expect.element(box(134)).not.toBeChecked();
  await box(133).click();
  await press('Show All');
  await expect.element(box(133)).not.toBeChecked();
  await pressAndSee('Not Assigned', screen.getByText(/^Filter Active/));
  await expect.element(box(133)).not.toBeChecked();
  await expect.element(screen.getByText('Assign selected')).not.toBeInTheDocument();
});

// Covers: assign-many-9
test('assigns to one agent with suggestions, preview, confirmation and undo', async () => {
  const { screen, sent, address } = await openList();
  await box(134).click();
  await box(132).click();
  await openForOneAgent();
  await expect.element(screen.getByRole('dialog', { name: 'Assign 2 applicants' })).toBeVisible();
  await expect.poll(address).toBe('/applicants?many=true');
  await expect
    .poll(() =>
      dialog
        .getByRole('radio')
        .elements()
        .map((one) => one.closest('label')?.textContent),
    )
    .toEqual(['Sunita Rao 9820000009', 'Asif Khan 9820000007', 'Ravi Kumar 9820000008']);
  await pressAndSee('Assign 2', dialog.getByText('Choose an agent.'));
  await expect.poll(() => sent).toEqual([]);

  await pressAndSee(agent('Sunita Rao'), row('Sunita Rao 12 2 14'));
  await pressAndSee('Assign 2', screen.getByText('2 applicants assigned: Sunita Rao 2.'));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(address).toBe('/applicants');
  await expect
    .poll(() => sent)
    .toMatchObject([{ ids: [134, 132], plan: [{ agent_id: 9, count: 2 }] }]);
  await expect.element(box(134)).not.toBeChecked();

  answer(undoAssign, ({ body }) => ({
    undone: [134],
    kept: (body as { ids: number[] }).ids
      .slice(1)
      .map((id) => ({ id, because: 'visited' as const })),
  }));
  await pressAndSee(
    'Undo',
    screen.getByText('Undone for 1 applicant. 1 stays assigned: 1 was visited (132).'),
  );
  await press('Dismiss');
  await expect.element(screen.getByText(/Undone/)).not.toBeInTheDocument();
});

// Covers: tables-10
test.each([1366, 390])(
  'moves no row and covers no page at %i px when it says what was assigned',
  async (width) => {
    await page.viewport(width, 844);
    onTestFinished(() => page.viewport(1366, 768));
    const { screen } = await openList();
    // The position in the page, not in the window, because a click may scroll the page.
    const topOfRow = () =>
      Math.round(box(134).element().getBoundingClientRect().top + window.scrollY);
    const before = topOfRow();
    await box(134).click();
    await openForOneAgent();
    await agent('Sunita Rao').click();
    await press('Assign 1');
    const notice = screen.getByText('1 applicant assigned: Sunita Rao 1.');
    await expect.element(notice).toBeInViewport();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(topOfRow()).toBe(before);
    const pages = await screen.getByRole('navigation', { name: 'Applicants pages' }).findElement();
    const bottom = notice.element().getBoundingClientRect().bottom;
    expect(bottom).toBeLessThanOrEqual(pages.getBoundingClientRect().top);
  },
);

// Covers: assign-many-9
test('says what was assigned even if no row is left', async () => {
  const { screen } = await openList();
  await box(134).click();
  await openForOneAgent();
  await agent('Sunita Rao').click();
  answer(listApplicants, listOf([]));
  await pressAndSee('Assign 1', screen.getByText('No applicants found.'));
  await expect.element(screen.getByText('1 applicant assigned: Sunita Rao 1.')).toBeVisible();
});

// Covers: assign-many-9
test('announces the preview once, and again only when it changes', async () => {
  await openList();
  await box(134).click();
  await openForOneAgent();
  const heard: string[] = [];
  const hear = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(
        '[role=dialog] [role=status]',
      );
      if (region) heard.push(region.textContent);
    }
  });
  hear.observe(document, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => hear.disconnect());
  for (const name of ['Sunita Rao', 'Ravi Kumar', 'Ravi Kumar']) {
    await agent(name).click();
    await expect.element(row(`${name} 12 1 13`)).toBeVisible();
  }
  expect(heard).toEqual(['Sunita Rao 1', 'Ravi Kumar 1']);
});

// Covers: assign-many-9
test('requests a failed preview again on a press of the button', async () => {
  let previews = 0;
  const { screen, sent } = await openList(undefined, ({ dry_run }) => {
    if (dry_run) previews += 1;
    return previews === 1 ? failure(500, { message: 'Broken.' }) : undefined;
  });
  await box(134).click();
  await openForOneAgent();
  await agent('Ravi Kumar').click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Broken.');
  await pressAndSee('Assign 1', row('Ravi Kumar 12 1 13'));
  await expect.poll(() => sent).toEqual([]);
  await pressAndSee('Assign 1', screen.getByText('1 applicant assigned: Ravi Kumar 1.'));
});

// Covers: assign-many-9
test('works by keys: A, a name, Enter; a name without a match sends nothing to an earlier pick', async () => {
  const { screen, sent } = await openList();
  await box(134).click();
  await userEvent.keyboard('a');
  const find = screen.getByRole('searchbox', { name: 'Find an agent' });
  await expect.element(find).toHaveFocus();
  await userEvent.keyboard('ravi');
  await expect.element(agent('Ravi Kumar')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Ravi Kumar 12 1 13')).toBeVisible();
  await userEvent.keyboard('Sunitta{Enter}');
  await find.fill('asif');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Asif Khan 12 1 13')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 applicant assigned: Asif Khan 1.')).toBeVisible();
  await expect.poll(() => sent).toMatchObject([{ plan: [{ agent_id: 7 }] }]);
});

// Covers: assign-many-9
test('shares out as previewed, and names those skipped meanwhile', async () => {
  const { screen, sent } = await openList(undefined, ({ dry_run, plan: [agent] }) => {
    if (dry_run) return undefined;
    const share = { agent_id: agent?.agent_id ?? 0, agent_name: 'Ravi Kumar', open: 12 };
    if (share.agent_id !== 8) {
      return { shares: [{ ...share, ids: [] }], skipped: [{ id: 134, because: 'agent_inactive' }] };
    }
    return {
      shares: [{ ...share, ids: [130, 131] }],
      skipped: [
        { id: 132, because: 'already_assigned' },
        { id: 133, because: 'already_assigned' },
      ],
    };
  });
  await selectPage();
  await openForOneAgent();
  await dialog.getByRole('button', { name: 'Share out' }).click();
  await dialog.getByRole('checkbox', { name: /^Ravi Kumar/ }).click();
  await dialog.getByRole('checkbox', { name: /^Asif Khan/ }).click();
  await expect.element(row('Ravi Kumar 12 5 17')).toBeVisible();
  await expect.element(row('Asif Khan 12 5 17')).toBeVisible();
  await pressAndSee(
    'Assign 10',
    screen.getByText(
      '2 applicants assigned: Ravi Kumar 2. 3 skipped: 2 have an agent already (132, 133), the new agent of 1 is no longer active (134).',
    ),
  );
  await expect
    .poll(() => sent.map(({ plan }) => plan))
    .toEqual([[{ agent_id: 8, count: 5 }], [{ agent_id: 7, count: 5 }]]);
});

// Covers: share-out-3
test('starts sharing out with an explained proposal, which can be changed by hand', async () => {
  const { screen, sent } = await openList();
  await selectPage();
  await press('Assign selected');
  await expect
    .element(dialog.getByText('covers 4110, 12 open tasks, 20 tasks a day').first())
    .toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByRole('spinbutton', { name: 'Tasks for Ravi Kumar' }).fill('2');
  await expect
    .element(dialog.getByText('You left out 3 applicants.', { exact: true }))
    .toBeVisible();
  await dialog.getByRole('spinbutton', { name: 'Tasks for Asif Khan' }).fill('7');
  await pressAndSee(
    'Assign 9',
    screen.getByText('9 applicants assigned: Ravi Kumar 2, Asif Khan 7.'),
  );
  await expect
    .poll(() => sent.map(({ ids }) => ids))
    .toEqual([
      [134, 133],
      [129, 128, 127, 126, 125, 132, 131],
    ]);
});

// Covers: assign-many-8, applicants-10
test('finds all matches of a name search by the same search', async () => {
  const filters: (object | undefined)[] = [];
  await openList(undefined, ({ filter }) => void filters.push(filter), '?search=rao&names=true');
  await selectAll('34');
  await openForOneAgent();
  await pressAndSee(agent('Sunita Rao'), row('Sunita Rao 12 34 46'));
  const search_fields = 'id,portfolio_name,application_id,applicant_name';
  expect(filters[0]).toEqual({ search: 'rao', search_fields });
});

// Covers: assign-many-10
test('reports a changed number of matches before doing anything', async () => {
  const changed = {
    message: 'The number of applicants has changed: 30 match now. Check the list, then try again.',
    code: 'count_changed',
    count: 30,
  };
  const found = rows.map(({ id }) => id);
  const { screen, sent } = await openList(found, ({ expected_count }) => {
    if (expected_count === undefined || expected_count === 30) return undefined;
    found.splice(30);
    return failure(409, changed);
  });
  await selectAll('34');
  await openForOneAgent();
  await pressAndSee(
    agent('Sunita Rao'),
    screen.getByText('The number of applicants has changed: 30 match now.'),
  );
  await pressAndSee('Assign 30', screen.getByText('30 applicants assigned: Sunita Rao 30.'));
  await expect.poll(() => sent[0]?.ids).toHaveLength(30);
});

// Covers: assign-many-10
test('reports one skipped and one unassigned applicant in the singular', async () => {
  const { screen } = await openList(undefined, ({ expected_count }) =>
    expected_count === 1
      ? {
          shares: [{ agent_id: 9, agent_name: 'Sunita Rao', open: 12, ids: [] }],
          skipped: [{ id: 134, because: 'visited' }],
        }
      : failure(409, { message: 'Changed.', code: 'count_changed', count: 1 }),
  );
  await selectAll('34');
  await openForOneAgent();
  await pressAndSee(agent('Sunita Rao'), screen.getByText(/: 1 matches now/).last());
  await expect
    .element(screen.getByText(/^1 applicant stays unchanged: 1 was visited/))
    .toBeVisible();
});

// Covers: assign-many-10
test('assigns thousands in parts, and continues after an interruption with the same key', async () => {
  const found = Array.from({ length: 2_340 }, (_, index) => index + 1);
  let isBroken = true;
  const { screen, sent } = await openList(found, ({ dry_run, ids }) =>
    !dry_run && isBroken && ids?.[0] === 1_001 ? bareFailure(503) : undefined,
  );
  await selectAll('2,340');
  await openForOneAgent();
  await agent('Sunita Rao').click();
  await pressAndSee('Assign 2,340', screen.getByText(/^1,340 applicants are not assigned yet\./));
  await expect
    .element(screen.getByRole('progressbar', { name: 'Assigned' }))
    .toHaveAttribute('aria-valuenow', '42');
  isBroken = false;
  await pressAndSee('Continue', screen.getByText('2,340 applicants assigned: Sunita Rao 2,340.'));
  await expect.poll(() => sent.map(({ ids }) => ids?.length)).toEqual([1_000, 1_000, 1_000, 340]);
  const keys = sent.map(({ key }) => key);
  expect(keys[1]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});

// Covers: assign-many-9
test('shows what was done to a user who left meanwhile, with undo', async () => {
  const answered = Promise.withResolvers<void>();
  const { screen, sent, router, address } = await openList(undefined, ({ dry_run }) =>
    dry_run ? undefined : answered.promise,
  );
  await box(134).click();
  await openForOneAgent();
  await agent('Sunita Rao').click();
  await press('Assign 1');
  await expect.poll(() => sent.length).toBe(1);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  answered.resolve();
  await expect.element(screen.getByText('1 applicant assigned: Sunita Rao 1.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(address).toBe('/applicants');
});

// Covers: assign-many-10
test('repeats a request without an answer under its key, then says that the result is unknown', async () => {
  const found = rows.map(({ id }) => id);
  let left = 4;
  const { screen, sent } = await openList(found, ({ dry_run }) => {
    if (dry_run || left-- <= 0) return undefined;
    found.splice(0);
    return HttpResponse.error();
  });
  await selectAll('34');
  await openForOneAgent();
  await agent('Sunita Rao').click();
  await pressAndSee('Assign 34', screen.getByText(/^34 applicants may already be assigned\./));
  await expect.poll(() => sent).toHaveLength(3);
  // The server has assigned the applicants at the first request, so they are no longer in the list.
  await expect.element(screen.getByText('0 records')).toBeVisible();
  await pressAndSee('Continue', screen.getByText('34 applicants assigned: Sunita Rao 34.'));
  await expect.poll(() => new Set(sent.map(({ key }) => key)).size).toBe(1);
});
