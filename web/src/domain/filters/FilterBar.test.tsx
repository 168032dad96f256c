import { listApplicants } from '@doorstep/contract/applicants';
import { listLenders } from '@doorstep/contract/lenders';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { listVerifications } from '@doorstep/contract/verifications';
import { deleteView, listViews, saveView, type View } from '@doorstep/contract/views';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf, usersOf } from '../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../testing/applicants.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationRow } from '../../testing/verifications.ts';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const lender = {
  ...{ id: 3, name: 'HDFC', portfolios: ['Pune Homes', 'Sahyadri Bank'], rules: [] },
  ...{ prints_times: false, open: 0, updated_at: '2026-03-05T05:00:00.000Z' },
};

/** Answers requests for applicants and verifications, and returns an array that collects their filters. */
function answerLists(more: { count?: number; isMinimum?: boolean; lenders?: boolean } = {}) {
  const { count = 12, isMinimum = false, lenders = true } = more;
  const asked: Record<string, string>[] = [];
  const found = <Row,>(row: Row) => ({
    ...listOf(count > 0 ? [row] : [], count),
    ...(isMinimum && { count_is_minimum: true }),
  });
  answer(listApplicants, ({ query: { page: _, ...filter } }) => {
    asked.push(filter);
    const assigned = { status: 'assigned', assigned_agent: assignedTo(asha) } as const;
    return found(applicantOf({ id: 41, ...(!filter.assigned && assigned) }));
  });
  answer(listVerifications, ({ query: { page: _, fields: __, ...filter } }) => {
    asked.push(filter);
    return found(verificationRow());
  });
  answer(listUsers, usersOf([asha]));
  answer(listViews, { results: [] });
  answer(listLenders, { results: lenders ? [lender] : [], other_portfolios: ['Kaveri Finance'] });
  return asked;
}

// Covers: filters-5
test('applies each filter when chosen, stores it in the address, and shows it as a chip', async () => {
  const asked = answerLists();
  const { screen, address } = await renderApp('/applicants?page=2&search=rao');
  await screen.getByRole('button', { name: 'Filters' }).click();
  const panel = screen.getByRole('region', { name: 'Filters' });
  await panel.getByRole('button', { name: 'Late' }).click();
  await panel.getByLabelText('Portfolio').selectOptions('Kaveri Finance');
  // The chosen portfolio does not belong to this lender, so the portfolio filter is removed.
  await panel.getByLabelText('Lender').selectOptions('HDFC');
  await expectTexts(panel.getByLabelText('Portfolio').getByRole('option'), [
    ...['All portfolios', ...lender.portfolios],
  ]);
  await panel.getByLabelText('Portfolio').selectOptions('Pune Homes');
  await panel.getByLabelText('Agent').selectOptions('Asha Rao');
  await panel.getByLabelText('Status').selectOptions('Assigned');
  await panel.getByLabelText('Pin code starts with').fill('41 10');
  await panel.getByRole('button', { name: 'Due first' }).click();
  await expect
    .poll(() => Object.fromEntries(new URL(address(), location.href).searchParams))
    .toEqual({
      ...{ search: 'rao', due: 'late', lender: '3', portfolio_name: 'Pune Homes' },
      ...{ agent: '7', status: 'assigned', pin: '4110', sort: 'due' },
    });
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ search: 'rao', due: 'late', lender: '3', pin: '4110', sort: 'due' });
  const chips = screen.getByRole('list', { name: 'Active filters' }).getByRole('button');
  await expectTexts(chips, [
    ...['Late', 'Lender: HDFC', 'Portfolio: Pune Homes', 'Agent: Asha Rao', 'Status: Assigned'],
    ...['Pin code: 4110…', 'Sorted by due time', 'Clear all'],
  ]);
  await chips.nth(0).click();
  await expect.poll(address).not.toContain('due=late');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/applicants?search=rao');
  await expect.poll(() => chips.elements()).toEqual([]);
});

// Covers: filters-5
test('filters verifications by outcome and day of submission, together with the decision', async () => {
  const asked = answerLists();
  const { screen, address } = await renderApp(
    '/verification?decision=pending&from=2026-03-01&to=2026-03-05&agent=9',
  );
  const chips = screen.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  await expectTexts(chips, [
    ...['Agent: Rekha Thomas', 'From Mar 1, 2026', 'To Mar 5, 2026', 'Clear all'],
  ]);
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByLabelText('Outcome').selectOptions('Door locked');
  await expect.poll(address).toContain('outcome=locked');
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      ...{ admin_decision: 'pending', from: '2026-03-01', to: '2026-03-05' },
      ...{ agent: '9', outcome: 'locked' },
    });
});

// Covers: filters-5
test('closes the panel on Escape and returns the focus to the button', async () => {
  answerLists();
  const { screen } = await renderApp('/applicants');
  const button = screen.getByRole('button', { name: 'Filters' });
  await button.click();
  await screen.getByLabelText('Pin code starts with').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('region', { name: 'Filters' })).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
});

// Covers: filters-5
test('drops invalid values of the address; an unknown id finds nothing and can be cleared', async () => {
  const asked = answerLists({ count: 0 });
  const { screen, address } = await renderApp(
    '/applicants?due=soon&pin=41x&from=2026-02-30&sort=name&status=lost&lender=99',
  );
  await expect.element(screen.getByText('No applicants found.')).toBeVisible();
  await expect.poll(() => asked.at(-1)).toEqual({ lender: '99' });
  await expect
    .element(screen.getByRole('button', { name: 'Remove filter Lender: 99' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect.poll(address).toBe('/applicants');
});

// Covers: filters-5, applicants-11
test('combines Not Assigned with filters, except for agents and other states', async () => {
  const asked = answerLists();
  const { screen, address } = await renderApp('/applicants?agent=7&status=assigned&pin=4110');
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.poll(address).toBe('/applicants?pin=4110&assigned=false');
  await expect
    .element(
      screen.getByText(
        'Filter Active: Showing only applicants with no assigned agent (12 total, showing up to 10 per page)',
      ),
    )
    .toBeVisible();
  await expect.poll(() => asked.at(-1)).toEqual({ pin: '4110', assigned: 'false' });
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByLabelText('Agent').selectOptions('Asha Rao');
  await expect.poll(address).toBe('/applicants?pin=4110&agent=7');
  await expect.element(screen.getByText(/^Filter Active/)).not.toBeInTheDocument();
});

// Covers: filters-5
test('shows that a count is a minimum', async () => {
  answerLists({ count: 10_000, isMinimum: true });
  const { screen } = await renderApp('/applicants?pin=4&assigned=false');
  await expect.element(screen.getByText('10,000+ records')).toBeVisible();
  await expect.element(screen.getByText(/\(10,000\+ total/)).toBeVisible();
  await renderApp('/verification?pin=4');
  await expect.element(screen.getByText('10,000+ records')).toBeVisible();
});

// Covers: filters-5
test('offers no due time without a lender, and no filters without the call', async () => {
  answerLists({ lenders: false });
  const { screen } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await expect.element(screen.getByLabelText('Portfolio')).toBeVisible();
  for (const name of ['Late', 'Due first']) {
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  }
  await expect.element(screen.getByLabelText('Lender')).not.toBeInTheDocument();
});

test('offers no filters if the backend has none', async () => {
  const asked = answerLists();
  answer(listViews, () => failure(404));
  const { screen } = await renderApp('/applicants?agent=7');
  await expect
    .element(screen.getByRole('button', { name: 'Remove filter Agent: Asha Rao' }))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Filters' })).not.toBeInTheDocument();
  await expect.poll(() => asked.at(-1)).toEqual({ agent: '7' });
});

// Covers: views-2
test('saves filters under a name, opens them by link, and deletes them', async () => {
  answerLists();
  let views: View[] = [];
  answer(listViews, () => ({ results: views }));
  answer(saveView, ({ body }) => {
    const view = { id: 1, ...(body as Omit<View, 'id'>) };
    if (view.name === 'Mine')
      return failure(400, { errors: { name: ['You already have a view with this name'] } });
    views = [view];
    return view;
  });
  answer(deleteView, () => {
    views = [];
    return { success: true, message: 'Late was deleted.' };
  });
  const { screen, address } = await renderApp('/applicants?due=late&search=rao&page=2');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('button', { name: 'Save view' }).click();
  const name = screen.getByLabelText('Name of the view');
  await expect.element(name).toHaveFocus();
  await name.fill('Mine');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByText('You already have a view with this name')).toBeVisible();
  await name.fill('Late');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(name).not.toBeInTheDocument();
  await expect
    .poll(() => views)
    .toEqual([{ id: 1, list: 'applicants', name: 'Late', filter: { due: 'late' } }]);
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/applicants?search=rao');
  await screen.getByRole('link', { name: 'Late' }).click();
  await expect.poll(address).toBe('/applicants?due=late');
  await screen.getByRole('button', { name: 'Delete view Late' }).click();
  await expect.element(screen.getByRole('list', { name: 'Saved views' })).not.toBeInTheDocument();
});
