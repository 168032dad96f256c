import { failedRows } from '@doorstep/contract/bulk-upload';
import { takeUpload, tryUpload, tryUploadAgain } from '@doorstep/contract/bulk-upload/dry-run';
import {
  addMapping,
  changeMapping,
  deleteMapping,
  listMappings,
  type Mapping,
} from '@doorstep/contract/bulk-upload/mappings';
import { listUploads, type Upload } from '@doorstep/contract/bulk-upload/uploads';
import { listLenders } from '@doorstep/contract/lenders';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf, recordBodies } from '../../../testing/answers.ts';
import { dryRunOf } from '../../../testing/dry-runs.ts';
import { expectLinks } from '../../../testing/page/expect-texts.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { chooseSheet } from '../../../testing/uploads.ts';
import { findFault } from './ChooseFile.tsx';

const at = '2026-03-05T05:00:00.000Z';
const mapping: Mapping = {
  ...{ id: 9, name: 'Daily file', version: 2, lender: { id: 4, name: 'HDFC Bank' } },
  ...{ fields: {}, second: null, updated_at: at, updated_by: 'Meera Iyer' },
  headings: ['LOS No', 'Cust', 'Tel'],
};
const upload: Upload = {
  ...{ id: 31, file_name: 'HDFC.xlsx', created_at: at, uploaded_by: { id: 2, name: 'Arjun' } },
  ...{ total_records: 0, successful: 0, failed: 0, state: 'tried', undo_until: null, undone: null },
};
const serveUploads = (results: Upload[]) => answer(listUploads, listOf(results));
const taken = {
  success: true as const,
  message: 'The file was taken in. Contact points stored: 412 of 422.',
  ...{ upload_id: 31, counts: dryRunOf().counts, tried: dryRunOf().counts },
  summary: { total_records: 422, successful: 412, failed: 10, timestamp: at },
  problems: { total: 0, results: [] },
};

async function openDryRun(result = dryRunOf(), path = '/uploads?tried=31') {
  serveUploads([upload]);
  answer(listMappings, listOf([mapping]));
  const lenders = [dryRunOf().lender, { id: 5, name: 'Kotak' }];
  answer(listLenders, { results: lenders, other_portfolios: [] } as never);
  const asked = recordBodies(tryUploadAgain, result);
  return { ...(await renderApp(path)), asked };
}

test.each([
  ['a.xlsx', 5_242_880, undefined],
  ['a.XLSX', 5_242_881, 'A file of this type can have at most 5 MB'],
  ['a.csv', 20_971_520, undefined],
  ['a.CSV', 20_971_521, 'A file of this type can have at most 20 MB'],
])('limits the size of %s with %i bytes', (name, size, fault) => {
  expect(findFault({ name, size })?.split('.')[0]).toBe(fault);
});

// Covers: try-page-1
test('sends a file, and shows what taking it in would do', async () => {
  const cust = { headings: ['Cust'] };
  const result = dryRunOf({
    same_file: { upload_id: 3, at, by: 'Meera Iyer' },
    headings: [...dryRunOf().headings, { heading: '', column: 'D', samples: [] }],
    mapping: { ...dryRunOf().mapping, fields: { applicant_name: cust, message: cust } },
  });
  answer(tryUpload, () => new Promise<Response>(() => {}));
  const { screen, address } = await openDryRun(dryRunOf(), '/uploads');
  await screen.getByRole('link', { name: 'Try a file' }).click();
  await chooseSheet(new File(['%PDF'], 'scan.pdf'));
  await expect.element(screen.getByText(/^This is not a spreadsheet/)).toBeVisible();
  await chooseSheet(new File(['PK'], 'HDFC.ods'));
  await pressAndSee('Cancel', screen.getByText('Cancelled. No applicant was stored.'));
  recordBodies(tryUpload, failure(503, { message: 'Busy.' }), result);
  await chooseSheet(new File(['PK'], 'HDFC.ods'));
  await pressAndSee('Send again', screen.getByText('412 new, 3 known, 2 decided, 5 wrong'));
  const kept = 'No applicant is stored yet. The file is deleted on Mar 5, 2026, 10:30 AM.';
  await expect.element(screen.getByText(kept)).toBeVisible();
  await expect.element(screen.getByText('Recognised by the headings')).toBeVisible();
  await expect.poll(address).toBe('/uploads?tried=31');
  const before = 'This file was taken in on Mar 5, 2026, 10:30 AM by Meera Iyer.';
  await expect.element(screen.getByText(before)).toBeVisible();
  const problems = screen.getByRole('region', { name: 'Problems' });
  await expect.element(problems.getByText('F, Pin code')).toBeVisible();
  const preview = screen.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByText('1 Hill Road')).toBeVisible();
  await expect.element(preview.getByRole('cell', { name: 'New' })).toBeVisible();
  const columns = screen.getByRole('region', { name: 'Columns of the file' });
  await expect.element(columns.getByRole('cell', { name: 'Asha Rao Ravi Shah' })).toBeVisible();
  await expect
    .element(columns.getByLabelText('Field for Cust'))
    .toHaveDisplayValue('Applicant name');
  await expect.element(columns.getByText('Also Message')).toBeVisible();
  await expect.element(columns.getByLabelText('Field for column D')).toBeDisabled();
});

// Covers: try-page-1
test('makes a dry run with a changed mapping before taking the file in, and sends only the change', async () => {
  const { screen, asked } = await openDryRun();
  const field = screen.getByLabelText('Field for Tel');
  await userEvent.selectOptions(field, 'Mobile number');
  await expect.element(screen.getByRole('button', { name: 'Take in 412' })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^The mapping was changed/)).toBeVisible();
  await screen.getByLabelText('Portfolio name').fill('HDFC PL');
  await screen.getByLabelText('Contact points per row').selectOptions('2 contact points');
  await screen.getByLabelText('Second: Visit type').fill('BV');
  await pressAndSee('Try again', screen.getByRole('button', { name: 'Take in 412' }));
  const fields = {
    application_id: { headings: ['LOS No'] },
    applicant_name: { headings: ['Cust'] },
    mobile_number: { headings: ['Tel'] },
    portfolio_name: { constant: 'HDFC PL' },
  };
  const file = { lender_id: 4, sheet: 'Cases', heading_row: 3 };
  const second = { visit_type: { constant: 'BV' } };
  await expect.poll(() => asked).toEqual([{}, { ...file, mapping: { fields, second } }]);
  await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'Old');
  await expect.poll(() => asked[2]).toEqual({ lender_id: 4, mapping_id: 9, sheet: 'Old' });
  const row = screen.getByLabelText('Row of the headings');
  await row.fill('5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked[3]).toEqual({ ...file, mapping_id: 9, heading_row: 5 });
  await screen.getByLabelText('Lender').selectOptions('Kotak');
  await expect.poll(() => asked[4]).toEqual({ ...file, lender_id: 5 });
});

// Covers: try-page-1, try-5
test('takes a file in once, with decided contact points on request', async () => {
  const { screen } = await openDryRun();
  const bodies = recordBodies(takeUpload, taken);
  await screen
    .getByRole('switch', { name: 'Also take in the 2 decided applicants, as new visits' })
    .click();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Take in 414' }));
  await expect.element(screen.getByText(taken.message)).toBeVisible();
  await expect.poll(() => bodies).toEqual([{ revisits: true, revision: 2 }]);
  await expect.element(screen.getByRole('link', { name: 'Undo' })).toBeVisible();
  await expectLinks(screen, { Undo: '/uploads?undo=31' });
  await expect.element(screen.getByRole('button', { name: 'Download failed rows' })).toBeVisible();
});

// Covers: try-page-2
test('says on another page that a file was taken in, and reads it again on the way back', async () => {
  const { screen, router } = await openDryRun();
  const hasLeft = Promise.withResolvers<void>();
  answer(takeUpload, () => hasLeft.promise.then(() => taken));
  await pressAndSee('Take in 412', screen.getByText('Taking in...'));
  await screen.getByRole('link', { name: 'All uploads' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  hasLeft.resolve();
  await expect.element(screen.getByText(taken.message)).toBeVisible();
  answer(tryUploadAgain, () =>
    failure(409, { message: 'Already taken in.', code: 'upload_taken' }),
  );
  router.history.back();
  await expect.element(screen.getByText('Already taken in.')).toBeVisible();
});

// Covers: try-page-2
test('coming back to a file that was taken in says so', async () => {
  const { screen, router } = await openDryRun();
  answer(takeUpload, taken);
  await pressAndSee('Take in 412', screen.getByText(taken.message));
  answer(tryUploadAgain, () =>
    failure(409, { message: 'Meera has already taken in this file.', code: 'upload_taken' }),
  );
  await screen.getByRole('link', { name: 'All uploads' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Uploads' })).toBeVisible();
  router.history.back();
  await expect.element(screen.getByText('Meera has already taken in this file.')).toBeVisible();
  await screen.getByRole('link', { name: 'Show all uploads' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Uploads' })).toBeVisible();
});

// Covers: try-page-2
test('checks the list of uploads after a lost answer, else takes the file in again under the same key', async () => {
  const { screen, asked } = await openDryRun();
  const keys: (string | null)[] = [];
  answer(takeUpload, ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return noConnection();
  });
  await pressAndSee('Take in 412', screen.getByText(/nothing is stored twice/));
  await screen.getByRole('button', { name: 'Read the file again' }).click();
  await expect.poll(() => asked).toHaveLength(2);
  serveUploads([{ ...upload, state: 'taken', total_records: 422, successful: 412, failed: 10 }]);
  await pressAndSee('Take in 412', screen.getByText(taken.message));
  await expect.poll(() => keys).toHaveLength(2);
  await expect.poll(() => new Set(keys).size).toBe(1);
});

const other_portfolios = [
  { name: 'HDFC LP', lender: null },
  { name: 'Kotak PL', lender: 'Kotak' },
];

// Covers: try-8
test.each([
  [
    'portfolios that are not of the lender',
    { other_portfolios },
    [/do not belong to HDFC Bank: HDFC LP \(no lender\), Kotak PL \(Kotak\)/],
  ],
  [
    'rows that lack a field, and of headings that were not found',
    { missing_fields: ['address' as const], missing_headings: ['Flat'], heading_row: 0 },
    [
      '422 rows, not checked yet',
      'Choose a column or a text for: Address.',
      'The mapping reads columns that this file does not have: Flat.',
      'No row looks like headings. Enter the number of the row.',
    ],
  ],
])('warns of %s', async (_, result, texts) => {
  const { screen } = await openDryRun(dryRunOf(result));
  for (const text of texts) await expect.element(screen.getByText(text)).toBeVisible();
});

// Covers: try-9
test('shows fifty problems, then more, and does not say that some are unlisted', async () => {
  const [problem] = dryRunOf().problems.results;
  if (!problem) throw new Error('The dry run has no problem');
  const results = Array.from({ length: 60 }, (_, row) => ({ ...problem, row }));
  const { screen } = await openDryRun(dryRunOf({ problems: { total: 60, results } }));
  const rows = screen.getByRole('region', { name: 'Problems' }).getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(51);
  await expect.element(screen.getByText(/^Only the first/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show 10 more' }).click();
  await expect.poll(() => rows.elements().length).toBe(61);
});

// Covers: try-9
test('says that only the first problems are listed, and downloads all', async () => {
  const { problems } = dryRunOf();
  const more = dryRunOf({ problems: { ...problems, total: 4_812 } });
  const { screen } = await openDryRun(more);
  const words = 'Only the first 1 of 4,812 are listed here. The download has all.';
  await expect.element(screen.getByText(words)).toBeVisible();
  answer(failedRows, ({ params }: { params: Record<string, unknown> }) =>
    failure(404, { message: `Failed rows of upload ${params['id']} not found.` }),
  );
  await screen.getByRole('button', { name: 'Download failed rows' }).click();
  await expect.element(screen.getByText('Failed rows of upload 31 not found.')).toBeVisible();
});

// Covers: try-page-2
test.each([
  [404, 'Upload not found.', 'This file is no longer stored'],
  [409, 'This file was taken in by Meera.', 'This file was taken in by Meera.'],
])('says what became of a file that answers %i', async (status, message, text) => {
  serveUploads([]);
  answer(listMappings, listOf([]));
  answer(tryUploadAgain, () => failure(status, { message }));
  const { screen } = await renderApp('/uploads?tried=31');
  await expect.element(screen.getByText(text)).toBeVisible();
});

// Covers: try-page-2
test('offers only the list if the backend makes no dry runs', async () => {
  serveUploads([upload]);
  answer(listMappings, () => failure(404));
  const { screen } = await renderApp('/uploads');
  await expect.element(screen.getByRole('link', { name: 'Upload', exact: true })).toBeVisible();
  const row = screen.getByRole('row').filter({ hasText: 'Not taken in' });
  await expect.element(row.getByText('-', { exact: true }).nth(2)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Try a file' })).not.toBeInTheDocument();
});

// Covers: try-page-3
test('saves a mapping for its lender, as the next version of a known name', async () => {
  const { screen, asked } = await openDryRun(
    dryRunOf({ mapping: { ...dryRunOf().mapping, how: 'sent', id: null, name: null } }),
  );
  const saved = recordBodies(
    addMapping,
    Response.json({ ...mapping, name: 'Evening file', version: 1 }, { status: 201 }),
  );
  await screen.getByRole('button', { name: 'Save this mapping for HDFC Bank' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save mapping' });
  await expect.element(dialog.getByText('Makes version 3 of this mapping')).toBeVisible();
  const versions = recordBodies(changeMapping, failure(409, { message: 'Meera changed it.' }));
  await pressAndSee('Save', dialog.getByText('Meera changed it.'));
  await expect.poll(() => versions).toMatchObject([{ name: 'Daily file', updated_at: at }]);
  await dialog.getByLabelText('Name').fill(' ');
  await expect.element(dialog.getByText('Name the mapping')).toBeVisible();
  await dialog.getByLabelText('Name').fill('Evening file');
  await submitAndHold(dialog, 'Save', addMapping);
  const saidSaved = dialog.getByText(/^The mapping was saved as version 1 of Evening file/);
  await expect.element(saidSaved).toBeVisible();
  await expect
    .poll(() => saved)
    .toMatchObject([{ lender_id: 4, name: 'Evening file', headings: ['LOS No', 'Cust', 'Tel'] }]);
  // The dry run is repeated with the saved mapping, so that the upload records this mapping.
  const wanted = { lender_id: 4, mapping_id: 9, sheet: 'Cases', heading_row: 3 };
  await expect.poll(() => asked[1]).toEqual(wanted);
});

// Covers: try-page-3
test('lists the mappings and deletes one', async () => {
  const { screen } = await openDryRun(dryRunOf(), '/uploads?mappings=true');
  const others = Array.from({ length: 10 }, (_, at) => ({ ...mapping, id: at, name: `M${at}` }));
  let left = [...others, mapping];
  answer(listMappings, ({ query: { page } }) =>
    listOf(page === '2' ? left.slice(10) : left.slice(0, 10), left.length),
  );
  answer(deleteMapping, () => {
    left = left.slice(0, -1);
    return { success: true, message: 'Mapping deleted' };
  });
  await screen.getByRole('button', { name: 'Page 2' }).click();
  await screen.getByRole('button', { name: 'Delete Daily file of HDFC Bank' }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Mapping deleted')).toBeVisible();
  // The second page no longer exists after the deletion.
  await expect.element(screen.getByText('1–10 of 10')).toBeVisible();
});
