import { listApplicants } from '@doorstep/contract/applicants';
import {
  type BulkUploadResult,
  bulkUpload,
  type FailedRecord,
  failedRows,
  uploadTemplate,
} from '@doorstep/contract/bulk-upload';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../../lib/api/api-client.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const sheet = new File(['PK'], 'cases.xlsx');

function resultOf(failed_records: FailedRecord[]): BulkUploadResult {
  return {
    success: true,
    message: 'Upload complete.',
    summary: {
      total_records: 1_250,
      successful: 1_250 - failed_records.length,
      failed: failed_records.length,
      timestamp: '2026-03-05T05:00:00.000Z',
    },
    failed_records,
  };
}

async function openUpload() {
  let listed = 0;
  answer(listApplicants, () => {
    listed += 1;
    return { results: [], count: 0, next: null, previous: null };
  });
  const app = await renderApp('/applicants?upload=true');
  const dialog = app.screen.getByRole('dialog', { name: 'Upload Applicants' });
  await expect.element(dialog).toBeVisible();
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  const choose = (file: File) =>
    userEvent.upload(dialog.getByLabelText(/Choose (a|another) spreadsheet/), file);
  return { ...app, dialog, upload, choose, listed: () => listed };
}

// Covers: upload-1, upload-2
test('opens from the page, and enables Upload once a file is chosen', async () => {
  answer(listApplicants, { results: [], count: 0, next: null, previous: null });
  const { screen, address } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(address).toBe('/applicants?upload=true');
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByText('Supported formats: XLSX, XLS. Maximum size: 5MB.'))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
});

// Covers: upload-3, upload-4
test.each([
  [
    'another format',
    new File(['a,b'], 'cases.csv', { type: 'text/csv' }),
    'Invalid file format. Only XLSX and XLS files are allowed.',
  ],
  [
    'a file above 5 MB',
    new File([new Uint8Array(6_000_000)], 'cases.xlsx'),
    'File size exceeds the maximum limit of 5MB. Your file is 5.72MB',
  ],
])('rejects %s, and clears the error at the next choice', async (_, file, text) => {
  const { dialog, upload, choose } = await openUpload();
  await choose(file);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
  await expect.element(upload).toBeDisabled();
  await choose(sheet);
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(upload).toBeEnabled();
});

// Covers: upload-1
test('takes a dropped file', async () => {
  const { dialog, upload } = await openUpload();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(sheet);
  const options = { bubbles: true, cancelable: true, dataTransfer };
  const dropped = new DragEvent('drop', options);
  document.body.dispatchEvent(dropped);
  expect(dropped.defaultPrevented).toBe(true);
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(upload).toBeEnabled();
});

// Covers: upload-2, upload-5
test('uploads, shows a summary with failed records, and takes another file', async () => {
  const { promise, resolve } = Promise.withResolvers<BulkUploadResult>();
  let sent: FormDataEntryValue | null = null;
  answer(bulkUpload, async ({ request }) => {
    sent = (await request.formData()).get('file');
    return promise;
  });
  const { screen, dialog, upload, choose, listed } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  const before = listed();
  resolve(resultOf([{ row: 7, name: 'Kabir', errors: ['Pin code is short', 'No address'] }]));

  await expect.element(dialog.getByRole('heading', { name: 'Upload Summary' })).toBeVisible();
  await expect.poll(() => sent).toMatchObject({ name: 'cases.xlsx' });
  const figures = dialog.getByRole('term').elements();
  expect(figures.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Total Records', '1,250'],
    ['Successful', '1,249'],
    ['Failed', '1'],
    ['Timestamp', 'Mar 5, 2026, 10:30 AM'],
  ]);
  await expect.element(dialog.getByRole('heading', { name: 'Failed Records' })).toBeVisible();
  const cells = dialog
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['7', 'Kabir', 'Pin code is shortNo address']);
  await expect.element(screen.getByText('Upload complete.')).toBeVisible();
  await expect.poll(listed).toBeGreaterThan(before);

  await dialog.getByRole('button', { name: 'Upload another file' }).click();
  await expect.element(upload).toBeDisabled();
});

test('scrolls hundreds of failed records in a frame, with more on request', async () => {
  const failed = Array.from({ length: 450 }, (_, row) => ({
    row: row + 2,
    name: `Name ${row}`,
    errors: ['Pin code must be 6 digits'],
  }));
  answer(bulkUpload, resultOf(failed));
  const { dialog, upload, choose } = await openUpload();
  await choose(sheet);
  await upload.click();
  const list = dialog.getByRole('region', { name: 'Failed records' });
  await expect.poll(() => list.getByRole('row').elements().length).toBe(201);
  expect(list.element().clientHeight).toBeLessThan(400);
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => list.getByRole('row').elements().length).toBe(451);
});

// Covers: upload-5
test('works without failed records from the backend', async () => {
  const { summary } = resultOf([]);
  answer(bulkUpload, () => Response.json({ success: true, summary }));
  const { dialog, upload, choose } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByText('1,250').first()).toBeVisible();
  await expect.element(dialog.getByText('Failed Records')).not.toBeInTheDocument();
});

test('offers the failed rows as a spreadsheet, and says why it can’t be loaded', async () => {
  let asked = 0;
  answer(failedRows, ({ params }: { params: Record<string, unknown> }) => {
    asked += 1;
    expect(params['id']).toBe('77');
    return asked === 1
      ? failure(404, { message: 'No failed rows of this upload are stored.' })
      : new Response('PK', {
          headers: { 'content-disposition': 'attachment; filename="failed-rows-77.xlsx"' },
        });
  });
  answer(bulkUpload, {
    ...resultOf([{ row: 7, name: 'Kabir', errors: ['No address'] }]),
    upload_id: 77,
  });
  const { dialog, upload, choose } = await openUpload();
  await choose(sheet);
  await upload.click();
  const button = dialog.getByRole('button', { name: 'Download failed rows' });
  await button.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('No failed rows of this upload are stored.');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe('failed-rows-77.xlsx');
  });
  onTestFinished(() => saved.mockRestore());
  await button.click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

test('offers no failed rows if the backend has none', async () => {
  answer(bulkUpload, resultOf([{ row: 7, name: 'Kabir', errors: ['No address'] }]));
  const { dialog, upload, choose } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByText('Kabir')).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Download failed rows' }))
    .not.toBeInTheDocument();
});

// Covers: upload-6
test.each([
  [
    'what the server says',
    failure(400, { message: 'The file is encrypted.' }),
    'The file is encrypted.',
  ],
  ['no words', bareFailure(500), 'Failed to upload file. Please try again.'],
  ['no connection', noConnection(), 'Failed to upload file. Please try again.'],
  [
    'success false',
    Response.json({ success: false, message: 'Nothing stored.' }),
    'Nothing stored.',
  ],
])('shows a failure with %s, and keeps the file chosen', async (_, reply, text) => {
  answer(bulkUpload, () => reply);
  const { dialog, upload, choose } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(upload).toBeEnabled();
});

test('asks before closing during an upload', async () => {
  answer(bulkUpload, () => new Promise<never>(() => {}));
  const { dialog, upload, choose, address } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/Stop the upload|already sent/);
  await dialog.getByRole('button', { name: /^Keep/ }).click();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await dialog
    .getByRole('button', { name: /^(Stop upload|Close)$/ })
    .last()
    .click();
  await expect.poll(address).toBe('/applicants');
});

// Covers: upload-6
test('reports an upload that was left by Back in a toast', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(bulkUpload, () => promise);
  const { screen, dialog, upload, choose, router } = await openUpload();
  await choose(sheet);
  await upload.click();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  await router.navigate({ to: '/home' });
  resolve(bareFailure(500));
  await expect.element(screen.getByText('Failed to upload applicants')).toBeVisible();
});

test('offers the template if the backend has one', async () => {
  answer(uploadTemplate, () => new Response('PK'));
  const { dialog } = await openUpload();
  await expect.element(dialog.getByRole('button', { name: 'Download template' })).toBeVisible();
});

test('shows nothing without a template', async () => {
  let asked = 0;
  answer(uploadTemplate, () => {
    asked += 1;
    return bareFailure(404);
  });
  const { dialog } = await openUpload();
  await expect.poll(() => asked).toBe(1);
  // When this second request is rejected, the dialog's request has been answered too.
  await expect(call(uploadTemplate)).rejects.toThrow();
  await expect.element(dialog.getByText('Download template')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});
