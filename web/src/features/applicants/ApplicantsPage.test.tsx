import { type Applicant, listApplicants } from '@doorstep/contract/applicants';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { listOf } from '../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from '../../testing/applicants.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { renderApp } from '../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const many = Array.from({ length: 34 }, (_, index) => applicantOf({ id: 100 - index }));

/** Serves pages of `all`, and returns the received queries. With `filters`, applies the filter `assigned`. */
function servePages(all: Applicant[], { filters = false } = {}) {
  const asked: Record<string, string>[] = [];
  answer(listApplicants, ({ query }) => {
    // Records an equal query only once, because React's Strict Mode can make components send it twice.
    if (!asked.some((one) => JSON.stringify(one) === JSON.stringify(query))) asked.push(query);
    const isFree = filters && query.assigned === 'false';
    const rows = all.filter((row) => !isFree || row.assigned_agent === null);
    const page = Number(query.page);
    const results = rows.slice((page - 1) * 10, page * 10);
    if (page > 1 && results.length === 0) return failure(404, { detail: 'The last page is 1.' });
    return listOf(results, rows.length);
  });
  return asked;
}

// Covers: applicants-1
test('lists applicants in their columns', async () => {
  const assigned = { status: 'assigned' as const, assigned_agent: assignedTo(asha) };
  servePages([
    applicantOf({ id: 42, application_id: 'SB-9', ...assigned }),
    applicantOf({ id: 41, status: '' as 'pending', product_type: '' }),
  ]);
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByRole('heading', { name: 'Applicants' })).toBeVisible();
  const table = screen.getByRole('table', { name: 'Applicants' });
  await expect.element(table.getByRole('row').nth(1)).toBeVisible();
  await expect.element(screen.getByText('2 records')).toBeVisible();
  await expectTexts(table.getByRole('columnheader'), [
    ...['Sr. No.', 'Applicant ID', 'Applicant Type', 'Portfolio Name', 'Product Type'],
    ...['Application ID', 'Status', 'Agent Name', 'Actions'],
  ]);
  // The cell of the application id also contains the applicant's name.
  await expectTexts(table.getByRole('cell'), [
    ...['1', '42', 'Applicant', 'Sahyadri Bank', 'Home Loan', 'SB-9Applicant 42', 'Assigned'],
    ...['Asha Rao', ''],
    ...['2', '41', 'Applicant', 'Sahyadri Bank', '-', 'SB-41Applicant 41', 'Pending', '-', ''],
  ]);
  const names = table.getByRole('row').nth(1).getByRole('button').elements();
  expect(names.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy applicant ID 42',
    'Copy application ID SB-9',
    'View Applicant 42',
    'Reassign agent of Applicant 42',
    'Delete Applicant 42',
  ]);
});

// Covers: applicants-2
test('sends a search trimmed with its fields from page 1, and stores it in the address', async () => {
  const asked = servePages(many);
  const { screen, address } = await renderApp('/applicants?page=2');
  await expect.element(screen.getByText('11–20')).toBeVisible();
  await screen
    .getByRole('searchbox', { name: 'Search by Applicant ID, Portfolio Name, Application ID' })
    .fill('  sahyadri ');
  await expect.poll(address).toBe('/applicants?search=sahyadri');
  const search_fields = 'id,portfolio_name,application_id';
  await expect
    .poll(() => asked.find(({ search }) => search))
    .toEqual({ page: '1', search: 'sahyadri', search_fields });
  // Waits for the prefetch of page 2, which could otherwise still be running in the next test.
  const found = () => asked.filter(({ search }) => search).map(({ page }) => page);
  await expect.poll(found).toEqual(['1', '2']);
});

// Covers: applicants-10
test('searches names on request, next to the search and when nothing was found, and stores it in the address', async () => {
  const asked = servePages(many.slice(0, 5));
  const { screen, address } = await renderApp('/applicants?search=asha&names=true');
  const box = screen.getByRole('checkbox', { name: 'Search names too' });
  await expect.element(box).toBeChecked();
  const fields = () => asked.map(({ search_fields }) => search_fields);
  const [three, all] = [
    'id,portfolio_name,application_id',
    'id,portfolio_name,application_id,applicant_name',
  ];
  await expect.poll(fields).toEqual([all]);
  await box.click();
  await expect.poll(address).toBe('/applicants?search=asha');
  await expect.poll(fields).toEqual([all, three]);

  answer(listApplicants, ({ query }) => {
    const isFound = query.search_fields === all;
    const results = isFound ? many.slice(0, 1) : [];
    return listOf(results);
  });
  await screen.getByRole('searchbox').fill('rao');
  await expect.element(screen.getByText('No applicants found.')).toBeVisible();
  await screen.getByRole('button', { name: 'Search names too' }).click();
  await expect.poll(address).toBe('/applicants?search=rao&names=true');
  await expect.element(screen.getByText('1 record')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Search names too' }))
    .not.toBeInTheDocument();
});

// Covers: applicants-3
test('stores the page in the address, and prefetches the next page', async () => {
  const asked = servePages(many);
  const { screen, address, router } = await renderApp('/applicants');
  await expect.element(screen.getByText('34 records')).toBeVisible();
  await expect.poll(() => asked.map(({ page }) => page)).toEqual(['1', '2']);
  await screen.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(address).toBe('/applicants?page=2');
  await expect.element(screen.getByRole('cell', { name: '11', exact: true })).toBeVisible();
  await expect.poll(() => asked.map(({ page }) => page)).toEqual(['1', '2', '3']);
  router.history.back();
  await expect.poll(address).toBe('/applicants');
});

// Covers: applicants-6
test('distinguishes “none yet” from “no match”', async () => {
  servePages([]);
  const { screen, address, router } = await renderApp('/applicants');
  await expect.element(screen.getByText('No applicants found.')).toBeVisible();
  await expect.element(screen.getByText(/upload a spreadsheet/)).toBeVisible();
  await screen.getByRole('searchbox').fill('nobody');
  await expect.element(screen.getByText('Try adjusting your search or filters.')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect.poll(address).toBe('/applicants');
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
  router.history.back();
  await expect.element(screen.getByRole('searchbox')).toHaveValue('nobody');
});

test('says when the user may not see applicants', async () => {
  answer(listApplicants, () => failure(403, { message: 'This is for administrators.' }));
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText('This is for administrators.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

// Covers: applicants-4
test('starts Not Assigned at page 1, fetches pages 1 to 3, and shows the count', async () => {
  const asked = servePages(many, { filters: true });
  const { screen, address } = await renderApp('/applicants?page=2');
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.poll(address).toBe('/applicants?assigned=false');
  const words =
    'Filter Active: Showing only applicants with no assigned agent (34 total, showing up to 10 per page)';
  await expect.element(screen.getByText(words)).toBeVisible();
  const fetched = () => asked.filter(({ assigned }) => assigned).map(({ page }) => page);
  await expect.poll(() => fetched().toSorted()).toEqual(['1', '2', '3']);
  await screen.getByRole('button', { name: 'Show All' }).click();
  await expect.poll(address).toBe('/applicants');
  await expect.element(screen.getByText(/Filter Active/)).not.toBeInTheDocument();
});

// Covers: applicants-4
test('requests no missing pages for Not Assigned', async () => {
  const asked = servePages(many.slice(0, 4), { filters: true });
  const { screen } = await renderApp('/applicants?assigned=false');
  await expect.element(screen.getByText(/\(4 total/)).toBeVisible();
  await expect.poll(() => asked.map(({ page }) => page)).toEqual(['1']);
});

// Covers: applicants-5
test('drops assigned rows for Not Assigned if the backend does not', async () => {
  const some = many
    .slice(0, 25)
    .map((row) => (row.id % 5 === 0 ? row : { ...row, assigned_agent: assignedTo(asha) }));
  servePages(some);
  const { screen } = await renderApp('/applicants?assigned=false');
  await expect.element(screen.getByText(/\(5 total, showing up to 10 per page\)/)).toBeVisible();
  await expectTexts(screen.getByText(/^SB-/), ['SB-100', 'SB-95', 'SB-90', 'SB-85', 'SB-80']);
});
