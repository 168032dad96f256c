import { listApplicants } from '@doorstep/contract/applicants';
import { createExport, deleteExport, type Export, listExports } from '@doorstep/contract/exports';
import { listLenders } from '@doorstep/contract/lenders';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { listVerifications } from '@doorstep/contract/verifications';
import { listViews } from '@doorstep/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { applicantOf } from '../../testing/applicants.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationRow } from '../../testing/verifications.ts';

const ready: Export = {
  id: '0198c0de-0000-4000-8000-000000000001',
  ...{ list: 'applicants', format: 'xlsx', query: 'due=late', with_report: false },
  ...{ status: 'ready', total: 1_200, done: 1_200 },
  created_at: '2026-03-05T05:00:00.000Z',
  expires_at: '2026-03-06T05:01:00.000Z',
  file_url: '/api/v1/exports/0198c0de-0000-4000-8000-000000000001/file/',
};

beforeEach(() => {
  const page = { count: 1, next: null, previous: null };
  answer(listApplicants, { results: [applicantOf({ id: 41 })], ...page });
  answer(listVerifications, { results: [verificationRow()], ...page });
  answer(listUsers, { success: true, users: [], total_count: 0 });
  answer(listViews, { results: [] });
  answer(listLenders, { results: [], other_portfolios: ['Kaveri Finance'] });
});

// Covers: exports-6
test('what the list shows is exported, and the file is followed until it can be downloaded', async () => {
  const bodies: unknown[] = [];
  let exports: Export[] = [];
  answer(listExports, () => {
    const results = exports;
    // Ready at the next look.
    exports = exports.map(() => ready);
    return { results };
  });
  answer(createExport, ({ body }) => {
    bodies.push(body);
    const waiting: Export = { ...ready, status: 'waiting', total: 0, done: 0, file_url: null };
    exports = [waiting];
    return waiting;
  });
  const { screen } = await renderApp('/applicants?search=rao&names=true&pin=411&file=12');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('button', { name: 'Export' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Export applicants' });
  await expect.element(dialog.getByText('Search: rao · Pin code: 411… · Upload: 12')).toBeVisible();
  await expect.element(dialog.getByText('None yet. A file stays here for a day.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make file' }).click();
  const link = dialog.getByRole('link', { name: 'Download' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(ready.file_url ?? ''));
  const query =
    'pin=411&search=rao&search_fields=id%2Cportfolio_name%2Capplication_id%2Capplicant_name&upload=12';
  await expect.poll(() => bodies).toEqual([{ list: 'applicants', format: 'xlsx', query }]);
});

test('verifications take the fields of their last report along; a rejection is shown', async () => {
  const bodies: unknown[] = [];
  answer(listExports, { results: [] });
  answer(createExport, ({ body }) => {
    bodies.push(body);
    return failure(409, { message: '3 of your exports are not finished.' });
  });
  const { screen } = await renderApp('/verification?decision=positive');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('button', { name: 'Export' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Export verifications' });
  await dialog.getByLabelText('With the fields of each last report').click();
  await dialog.getByRole('button', { name: 'Text (.csv)' }).click();
  await dialog.getByRole('button', { name: 'Make file' }).click();
  await expect.element(dialog.getByText('3 of your exports are not finished.')).toBeVisible();
  await expect
    .poll(() => bodies)
    .toEqual([
      {
        ...{ list: 'verifications', format: 'csv', query: 'admin_decision=positive' },
        with_report: true,
      },
    ]);
});

test('a file is deleted; a backend without exports shows no way to them', async () => {
  let exports = [ready];
  answer(listExports, () => ({ results: exports }));
  answer(deleteExport, () => {
    exports = [];
    return { success: true as const, message: 'Export deleted' };
  });
  const { screen } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('button', { name: 'Export' }).click();
  await screen.getByRole('button', { name: /^Delete Applicants/ }).click();
  await expect.element(screen.getByText('None yet. A file stays here for a day.')).toBeVisible();
});

test('a backend without exports shows no way to them', async () => {
  answer(listExports, bareFailure(404));
  const { screen } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await expect.element(screen.getByRole('region', { name: 'Filters' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});
