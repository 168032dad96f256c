import { listApplicants } from '@doorstep/contract/applicants';
import { createExport, deleteExport, type Export, listExports } from '@doorstep/contract/exports';
import { type ExportLayout, listExportLayouts } from '@doorstep/contract/exports/layouts';
import { listLenders } from '@doorstep/contract/lenders';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { listVerifications } from '@doorstep/contract/verifications';
import { listViews } from '@doorstep/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { listOf, recordBodies, usersOf } from '../../testing/answers.ts';
import { applicantOf } from '../../testing/applicants.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationRow } from '../../testing/verifications.ts';

const ready: Export = {
  id: '0198c0de-0000-4000-8000-000000000001',
  ...{ list: 'applicants', format: 'xlsx', query: 'due=late', with_report: false },
  lender: null,
  ...{ status: 'ready', total: 1_200, done: 1_200 },
  created_at: '2026-03-05T05:00:00.000Z',
  expires_at: '2026-03-06T05:01:00.000Z',
  file_url: '/api/v1/exports/0198c0de-0000-4000-8000-000000000001/file/',
};
const running: Export = { ...ready, status: 'running', done: 600, file_url: null };

beforeEach(() => {
  answer(listApplicants, listOf([applicantOf({ id: 41 })]));
  answer(listVerifications, listOf([verificationRow()]));
  answer(listUsers, usersOf([]));
  answer(listViews, { results: [] });
  answer(listExportLayouts, bareFailure(404));
  answer(listLenders, { results: [], other_portfolios: ['Kaveri Finance'] });
});

async function open(path: string) {
  const { screen } = await renderApp(path);
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('button', { name: 'Export' }).click();
  const dialog = screen.getByRole('dialog');
  const make = () => dialog.getByRole('button', { name: 'Make file' }).click();
  return { dialog, make };
}

// Covers: exports-6
test('exports the shown list, and follows the file until it can be downloaded', async () => {
  const bodies: unknown[] = [];
  let exports: Export[] = [];
  answer(listExports, () => {
    const results = exports;
    // The export is running at the next poll, and ready at the one after it.
    exports = exports.map(({ status }) => (status === 'waiting' ? running : ready));
    return { results };
  });
  answer(createExport, ({ body }) => {
    bodies.push(body);
    const waiting: Export = { ...ready, status: 'waiting', total: 0, done: 0, file_url: null };
    exports = [waiting];
    return waiting;
  });
  const { dialog, make } = await open('/applicants?search=rao&names=true&pin=411&file=12');
  await expect.element(dialog).toHaveAccessibleName('Export applicants');
  await expect.element(dialog.getByText('Search: rao · Pin code: 411… · Upload: 12')).toBeVisible();
  await expect
    .element(dialog.getByText('No files yet. A file stays here for a day.'))
    .toBeVisible();
  await make();
  const link = dialog.getByRole('link', { name: 'Download' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(ready.file_url ?? ''));
  const query =
    'pin=411&search=rao&search_fields=id%2Cportfolio_name%2Capplication_id%2Capplicant_name&upload=12';
  await expect.poll(() => bodies).toEqual([{ list: 'applicants', format: 'xlsx', query }]);
});

test('adds the fields of the last report to verifications, and shows a rejection', async () => {
  answer(listExports, { results: [{ ...ready, list: 'verifications', with_report: true }] });
  const message = '3 of your exports are not finished.';
  const bodies = recordBodies(createExport, failure(409, { message }));
  const { dialog, make } = await open('/verification?decision=positive');
  await expect.element(dialog).toHaveAccessibleName('Export verifications');
  await expect.element(dialog.getByText(/· with report fields/)).toBeVisible();
  await dialog.getByLabelText('Include the fields of the last report').click();
  await dialog.getByRole('button', { name: 'Text (.csv)' }).click();
  await make();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect
    .poll(() => bodies)
    .toEqual([
      {
        ...{ list: 'verifications', format: 'csv', query: 'admin_decision=positive' },
        with_report: true,
      },
    ]);
});

test('deletes a file', async () => {
  let exports = [ready];
  answer(listExports, () => ({ results: exports }));
  answer(deleteExport, () => {
    exports = [];
    return { success: true as const, message: 'Export deleted' };
  });
  const { dialog } = await open('/applicants');
  await dialog.getByRole('button', { name: /^Delete Applicants/ }).click();
  await expect
    .element(dialog.getByText('No files yet. A file stays here for a day.'))
    .toBeVisible();
});

test('offers no export if the backend has none', async () => {
  answer(listExports, bareFailure(404));
  const { screen } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Filters' }).click();
  await expect.element(screen.getByRole('region', { name: 'Filters' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});

// Covers: exports-8
test('a list of one lender is exported in the columns of that one, unless ours are chosen', async () => {
  const layoutOf = (lender_id: number, lender: string): ExportLayout => ({
    ...{ lender_id, lender, date_format: 'dd-mm-yyyy', sheet_name: 'MIS', columns: [] },
    updated_at: '2026-03-05T05:00:00.000Z',
  });
  answer(listExportLayouts, { results: [layoutOf(3, 'HDFC'), layoutOf(4, 'Kotak')] });
  answer(listExports, { results: [{ ...ready, lender: 'HDFC' }] });
  const bodies = recordBodies(createExport, ready);
  const { dialog, make } = await open('/verification?lender=3');
  await expect.element(dialog.getByText('· columns of HDFC', { exact: true })).toBeVisible();
  await expect.element(dialog.getByLabelText('Columns')).toHaveValue('3');
  await expect.element(dialog.getByRole('option', { name: 'Kotak' })).not.toBeInTheDocument();
  await make();
  const wanted = { list: 'verifications', format: 'xlsx', query: 'lender=3' };
  await expect.poll(() => bodies).toEqual([{ ...wanted, lender_id: 3 }]);
  await dialog.getByLabelText('Columns').selectOptions('Usual columns');
  await make();
  await expect.poll(() => bodies.at(-1)).toEqual(wanted);
});
