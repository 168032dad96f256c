import { listApplicants } from '@doorstep/contract/applicants';
import {
  assignMany,
  type ManyAssigned,
  undoAssign,
} from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

async function openList(
  found = rows.map(({ id }) => id),
  reply?: (body: Sent) => Reply | Promise<void> | undefined,
  search = '',
) {
  const sent: (Sent & { key: string | null })[] = [];
  answer(listApplicants, ({ query }) => {
    const page = Number(query.page);
    const results = rows.slice((page - 1) * 10, page * 10);
    return { results, count: found.length, next: null, previous: null };
  });
  answer(lastAssignedAgents, { agent_ids: [9] });
  answer(listUsers, { success: true, users: [asif, ravi, sunita], total_count: 3 });
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
  const { screen } = app;
  const box = (id: number) =>
    screen.getByRole('checkbox', { name: `Select Applicant ${id}`, exact: true });
  await expect.element(box(134)).toBeVisible();
  const openAsIs = () => screen.getByRole('button', { name: 'Assign selected' }).click();
  const open = async () => {
    await openAsIs();
    await screen.getByRole('button', { name: 'One agent' }).click();
  };
  return { ...app, box, open, openAsIs, sent };
}

// Covers: assign-many-8
test('shows no check boxes if the backend can’t assign many', async () => {
  answer(listApplicants, { results: [rows[0] as never], count: 1, next: null, previous: null });
  let isAsked = false;
  answer(lastAssignedAgents, () => {
    isAsked = true;
    return bareFailure(404);
  });
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText('1 record', { exact: true })).toBeVisible();
  await expect.poll(() => isAsked).toBe(true);
  await expect.element(screen.getByRole('table').getByRole('checkbox')).not.toBeInTheDocument();
});

// Covers: assign-many-8
test('selects one with Space, and a range over pages with Shift', async () => {
  const { screen, box } = await openList();
  (await box(133).findElement()).focus();
  await userEvent.keyboard(' ');
  await expect.element(box(133)).toBeChecked();
  await box(130).click({ modifiers: ['Shift'] });
  await expect.element(screen.getByText('4 applicants selected')).toBeVisible();
  await expect.element(box(131)).toBeChecked();
  await expect.element(box(129)).not.toBeChecked();
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect.element(box(124)).not.toBeChecked();
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await expect.element(screen.getByText('14 applicants selected')).toBeVisible();
});

// Covers: assign-many-8
test('selects all matches except one of this page, and forgets them in another list', async () => {
  const { screen, box } = await openList();
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 34 applicants' }).click();
  await expect.element(screen.getByText('All 34 applicants are selected')).toBeVisible();
  await box(130).click();
  await expect.element(screen.getByText('9 applicants selected')).toBeVisible();
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.element(box(134)).not.toBeChecked();
  await box(134).click();
  await expect.element(screen.getByText('1 applicant selected')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(box(134)).not.toBeChecked();
  await box(133).click();
  await screen.getByRole('button', { name: 'Show All' }).click();
  await expect.element(box(133)).not.toBeChecked();
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.element(screen.getByText(/^Filter Active/)).toBeVisible();
  await expect.element(box(133)).not.toBeChecked();
  await expect
    .element(screen.getByRole('button', { name: 'Assign selected' }))
    .not.toBeInTheDocument();
});

// Covers: assign-many-9
test('assigns to one agent with suggestions, preview, confirmation and undo', async () => {
  const { screen, box, open, sent, address } = await openList();
  await box(134).click();
  await box(132).click();
  await open();
  const dialog = screen.getByRole('dialog', { name: 'Assign 2 applicants' });
  await expect.element(dialog).toBeVisible();
  await expect.poll(address).toBe('/applicants?many=true');
  await expect
    .poll(() =>
      dialog
        .getByRole('radio')
        .elements()
        .map((one) => one.closest('label')?.textContent),
    )
    .toEqual(['Sunita Rao 9820000009', 'Asif Khan 9820000007', 'Ravi Kumar 9820000008']);
  await dialog.getByRole('button', { name: 'Assign 2' }).click();
  await expect.element(dialog.getByText('Choose an agent.')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);

  await dialog.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await expect.element(dialog.getByRole('row', { name: 'Sunita Rao 12 2 14' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign 2' }).click();
  await expect.element(screen.getByText('2 applicants assigned: Sunita Rao 2.')).toBeVisible();
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
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(screen.getByText('Undone for 1 applicant. 1 stays assigned: 1 was visited (132).'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(screen.getByText(/Undone/)).not.toBeInTheDocument();
});

// Covers: tables-10
test.each([1366, 390])(
  'moves no row and covers no page at %i px when it says what was assigned',
  async (width) => {
    await page.viewport(width, 844);
    onTestFinished(() => page.viewport(1366, 768));
    const { screen, box, open } = await openList();
    // Adds the scroll position, because a click may scroll the page.
    const topOfRow = () =>
      Math.round(box(134).element().getBoundingClientRect().top + window.scrollY);
    const before = topOfRow();
    await box(134).click();
    await open();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Sunita Rao/ }).click();
    await dialog.getByRole('button', { name: 'Assign 1' }).click();
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
  const { screen, box, open } = await openList();
  await box(134).click();
  await open();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Sunita Rao/ }).click();
  answer(listApplicants, { results: [], count: 0, next: null, previous: null });
  await dialog.getByRole('button', { name: 'Assign 1' }).click();
  await expect.element(screen.getByText('No applicants found.')).toBeVisible();
  await expect.element(screen.getByText('1 applicant assigned: Sunita Rao 1.')).toBeVisible();
});

// Covers: assign-many-9
test('announces the preview once, and again only when it changes', async () => {
  const { screen, box, open } = await openList();
  await box(134).click();
  await open();
  const dialog = screen.getByRole('dialog');
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
    await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
    await expect.element(dialog.getByRole('row', { name: `${name} 12 1 13` })).toBeVisible();
  }
  expect(heard).toEqual(['Sunita Rao 1', 'Ravi Kumar 1']);
});

// Covers: assign-many-9
test('requests a failed preview again on a press of the button', async () => {
  let previews = 0;
  const { screen, box, open, sent } = await openList(undefined, ({ dry_run }) => {
    if (dry_run) previews += 1;
    return previews === 1 ? failure(500, { message: 'Broken.' }) : undefined;
  });
  await box(134).click();
  await open();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Ravi Kumar/ }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Broken.');
  await dialog.getByRole('button', { name: 'Assign 1' }).click();
  await expect.element(dialog.getByRole('row', { name: 'Ravi Kumar 12 1 13' })).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign 1' }).click();
  await expect.element(screen.getByText('1 applicant assigned: Ravi Kumar 1.')).toBeVisible();
});

// Covers: assign-many-9
test('works by keys: A, a name, Enter to pick, Enter to assign', async () => {
  const { screen, box, sent } = await openList();
  await box(134).click();
  await userEvent.keyboard('a');
  await expect.element(screen.getByRole('searchbox', { name: 'Find an agent' })).toHaveFocus();
  const choice = screen.getByRole('radio', { name: /^Ravi Kumar/ });
  await userEvent.keyboard('ravi');
  await expect.element(choice).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(choice).toBeChecked();
  await expect.element(screen.getByRole('row', { name: 'Ravi Kumar 12 1 13' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 applicant assigned: Ravi Kumar 1.')).toBeVisible();
  await expect.poll(() => sent).toMatchObject([{ ids: [134], plan: [{ agent_id: 8, count: 1 }] }]);
});

// Covers: assign-many-9
test('sends nothing to an earlier pick when Enter follows a name without a match', async () => {
  const { screen, box, sent } = await openList();
  await box(134).click();
  await userEvent.keyboard('a');
  const find = screen.getByRole('searchbox', { name: 'Find an agent' });
  await expect.element(find).toHaveFocus();
  await userEvent.keyboard('ravi');
  await expect.element(screen.getByRole('radio', { name: /^Ravi Kumar/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('row', { name: 'Ravi Kumar 12 1 13' })).toBeVisible();
  await userEvent.keyboard('Sunitta{Enter}');
  await find.fill('asif');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('row', { name: 'Asif Khan 12 1 13' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 applicant assigned: Asif Khan 1.')).toBeVisible();
  await expect.poll(() => sent).toMatchObject([{ plan: [{ agent_id: 7 }] }]);
});

// Covers: assign-many-9
test('shares out as previewed, and names those skipped meanwhile', async () => {
  const { screen, open, sent } = await openList(undefined, ({ dry_run, plan: [agent] }) => {
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
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await open();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Share out' }).click();
  await dialog.getByRole('checkbox', { name: /^Ravi Kumar/ }).click();
  await dialog.getByRole('checkbox', { name: /^Asif Khan/ }).click();
  await expect.element(dialog.getByRole('row', { name: 'Ravi Kumar 12 5 17' })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: 'Asif Khan 12 5 17' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign 10' }).click();
  await expect
    .element(
      screen.getByText(
        '2 applicants assigned: Ravi Kumar 2. 3 skipped: 2 have an agent already (132, 133), the new agent of 1 is no longer active (134).',
      ),
    )
    .toBeVisible();
  await expect
    .poll(() => sent.map(({ plan }) => plan))
    .toEqual([[{ agent_id: 8, count: 5 }], [{ agent_id: 7, count: 5 }]]);
});

// Covers: share-out-3
test('starts sharing out with an explained proposal, which can be changed by hand', async () => {
  const { screen, openAsIs, sent } = await openList();
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await openAsIs();
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByText('covers 4110, 12 open tasks, 20 tasks a day').first())
    .toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await dialog.getByRole('spinbutton', { name: 'Tasks for Ravi Kumar' }).fill('2');
  await expect
    .element(dialog.getByText('You left out 3 applicants.', { exact: true }))
    .toBeVisible();
  await dialog.getByRole('spinbutton', { name: 'Tasks for Asif Khan' }).fill('7');
  await dialog.getByRole('button', { name: 'Assign 9' }).click();
  await expect
    .element(screen.getByText('9 applicants assigned: Ravi Kumar 2, Asif Khan 7.'))
    .toBeVisible();
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
  const { screen, open } = await openList(
    undefined,
    ({ filter }) => void filters.push(filter),
    '?search=rao&names=true',
  );
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 34 applicants' }).click();
  await open();
  await screen.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await expect.element(screen.getByRole('row', { name: 'Sunita Rao 12 34 46' })).toBeVisible();
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
  const { screen, open, sent } = await openList(found, ({ expected_count }) => {
    if (expected_count === undefined || expected_count === 30) return undefined;
    found.splice(30);
    return failure(409, changed);
  });
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 34 applicants' }).click();
  await open();
  await screen.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await expect
    .element(screen.getByText('The number of applicants has changed: 30 match now.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Assign 30' }).click();
  await expect.element(screen.getByText('30 applicants assigned: Sunita Rao 30.')).toBeVisible();
  await expect.poll(() => sent[0]?.ids).toHaveLength(30);
});

// Covers: assign-many-10
test('reports one skipped and one unassigned applicant in the singular', async () => {
  const { screen, open } = await openList(undefined, ({ expected_count }) =>
    expected_count === 1
      ? {
          shares: [{ agent_id: 9, agent_name: 'Sunita Rao', open: 12, ids: [] }],
          skipped: [{ id: 134, because: 'visited' }],
        }
      : failure(409, { message: 'Changed.', code: 'count_changed', count: 1 }),
  );
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 34 applicants' }).click();
  await open();
  await screen.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await expect.element(screen.getByText(/: 1 matches now/).last()).toBeVisible();
  await expect
    .element(screen.getByText(/^1 applicant stays unchanged: 1 was visited/))
    .toBeVisible();
});

// Covers: assign-many-10
test('assigns thousands in parts, and continues after an interruption with the same key', async () => {
  const found = Array.from({ length: 2_340 }, (_, index) => index + 1);
  let isBroken = true;
  const { screen, open, sent } = await openList(found, ({ dry_run, ids }) =>
    !dry_run && isBroken && ids?.[0] === 1_001 ? bareFailure(503) : undefined,
  );
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 2,340 applicants' }).click();
  await open();
  await screen.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await screen.getByRole('button', { name: 'Assign 2,340' }).click();
  await expect.element(screen.getByText(/^1,340 applicants are not assigned yet\./)).toBeVisible();
  await expect
    .element(screen.getByRole('progressbar', { name: 'Assigned' }))
    .toHaveAttribute('aria-valuenow', '42');
  isBroken = false;
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect
    .element(screen.getByText('2,340 applicants assigned: Sunita Rao 2,340.'))
    .toBeVisible();
  await expect.poll(() => sent.map(({ ids }) => ids?.length)).toEqual([1_000, 1_000, 1_000, 340]);
  const keys = sent.map(({ key }) => key);
  expect(keys[1]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});

// Covers: assign-many-9
test('shows what was done to a user who left meanwhile, with undo', async () => {
  const answered = Promise.withResolvers<void>();
  const { screen, box, open, sent, router, address } = await openList(undefined, ({ dry_run }) =>
    dry_run ? undefined : answered.promise,
  );
  await box(134).click();
  await open();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await dialog.getByRole('button', { name: 'Assign 1' }).click();
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
  const { screen, open, sent } = await openList(found, ({ dry_run }) => {
    if (dry_run || left-- <= 0) return undefined;
    found.splice(0);
    return HttpResponse.error();
  });
  await screen.getByRole('checkbox', { name: 'Select this page' }).click();
  await screen.getByRole('button', { name: 'Select all 34 applicants' }).click();
  await open();
  await screen.getByRole('radio', { name: /^Sunita Rao/ }).click();
  await screen.getByRole('button', { name: 'Assign 34' }).click();
  await expect.element(screen.getByText(/^34 applicants may already be assigned\./)).toBeVisible();
  await expect.poll(() => sent).toHaveLength(3);
  // By now, the list behind the dialog no longer contains the matches.
  await expect.element(screen.getByText('0 records')).toBeVisible();
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByText('34 applicants assigned: Sunita Rao 34.')).toBeVisible();
  await expect.poll(() => new Set(sent.map(({ key }) => key)).size).toBe(1);
});
