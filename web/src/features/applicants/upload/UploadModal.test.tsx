import { listApplicants } from '@doorstep/contract/applicants';
import {
  type BulkUploadResult,
  bulkUpload,
  failedRows,
  uploadTemplate,
} from '@doorstep/contract/bulk-upload';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../lib/api/api-client.ts';
import { listOf } from '../../../testing/answers.ts';
import { expectTerms, expectTexts } from '../../../testing/page/expect-texts.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { chooseSheet, sendSheet, uploadResultOf } from '../../../testing/uploads.ts';

const dialog = page.getByRole('dialog', { name: 'Upload Applicants' });
const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
const failedRecord = { row: 7, name: 'Kabir', errors: ['Pin code is short', 'No address'] };

async function openUpload() {
  let listed = 0;
  answer(listApplicants, () => {
    listed += 1;
    return listOf([]);
  });
  const { address } = await renderApp('/applicants?upload=true');
  await expect.element(dialog).toBeVisible();
  return { address, listed: () => listed };
}

// Covers: upload-3
test('rejects another format, and clears the error at the next choice', async () => {
  await openUpload();
  await chooseSheet(new File(['a,b'], 'cases.csv', { type: 'text/csv' }));
  const alert = dialog.getByRole('alert');
  await expect
    .element(alert)
    .toHaveTextContent('Invalid file format. Only XLSX and XLS files are allowed.');
  await expect.element(upload).toBeDisabled();
  await chooseSheet();
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(upload).toBeEnabled();
});

// Covers: upload-1
test('takes a dropped file', async () => {
  await openUpload();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['PK'], 'cases.xlsx'));
  const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
  document.body.dispatchEvent(dropped);
  expect(dropped.defaultPrevented).toBe(true);
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(upload).toBeEnabled();
});

// Covers: upload-1, upload-2, upload-5
test('uploads, shows a summary with failed records, and takes another file', async () => {
  const { promise, resolve } = Promise.withResolvers<BulkUploadResult>();
  let sent: FormDataEntryValue | null = null;
  answer(bulkUpload, async ({ request }) => {
    sent = (await request.formData()).get('file');
    return promise;
  });
  const { listed } = await openUpload();
  const formats = dialog.getByText('Supported formats: XLSX, XLS. Maximum size: 5MB.');
  await expect.element(formats).toBeVisible();
  await expect.element(upload).toBeDisabled();
  await sendSheet();
  await expect.element(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect.element(dialog.getByRole('progressbar')).toBeVisible();
  const before = listed();
  const summary = {
    ...uploadResultOf().summary,
    total_records: 1_250,
    successful: 1_249,
    failed: 1,
  };
  resolve(uploadResultOf({ summary, failed_records: [failedRecord] }));

  await expect.element(dialog.getByRole('heading', { name: 'Upload Summary' })).toBeVisible();
  await expect.poll(() => sent).toMatchObject({ name: 'cases.xlsx' });
  await expectTerms(dialog, [
    ['Total Records', '1,250'],
    ['Successful', '1,249'],
    ['Failed', '1'],
    ['Timestamp', 'Mar 5, 2026, 10:30 AM'],
  ]);
  await expect.element(dialog.getByRole('heading', { name: 'Failed Records' })).toBeVisible();
  await expectTexts(dialog.getByRole('cell'), ['7', 'Kabir', 'Pin code is shortNo address']);
  await expect.element(dialog.getByText('Download failed rows')).not.toBeInTheDocument();
  await expect.element(page.getByText('Upload complete.')).toBeVisible();
  await expect.poll(listed).toBeGreaterThan(before);

  await dialog.getByRole('button', { name: 'Upload another file' }).click();
  await expect.element(upload).toBeDisabled();
});

// Covers: upload-5
test('works without failed records from the backend', async () => {
  const { failed_records: _, ...bare } = uploadResultOf();
  answer(bulkUpload, Response.json(bare));
  await openUpload();
  await sendSheet();
  await expect.element(dialog.getByText('Upload Summary')).toBeVisible();
  await expect.element(dialog.getByText('Failed Records')).not.toBeInTheDocument();
});

// Covers: upload-6
test('keeps the file chosen after a failure', async () => {
  answer(bulkUpload, bareFailure(500));
  await openUpload();
  await sendSheet();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByText('cases.xlsx')).toBeVisible();
  await expect.element(upload).toBeEnabled();
});

test('scrolls hundreds of failed records in a frame, with more on request', async () => {
  const failed = Array.from({ length: 450 }, (_, row) => ({
    row: row + 2,
    name: `Name ${row}`,
    errors: ['Pin code must be 6 digits'],
  }));
  answer(bulkUpload, uploadResultOf({ failed_records: failed }));
  await openUpload();
  await sendSheet();
  const list = dialog.getByRole('region', { name: 'Failed records' });
  await expect.poll(() => list.getByRole('row').elements().length).toBe(201);
  expect(list.element().clientHeight).toBeLessThan(400);
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => list.getByRole('row').elements().length).toBe(451);
});

test('offers the failed rows as a spreadsheet, and says why it can’t be loaded', async () => {
  answer(failedRows, ({ params }: { params: Record<string, unknown> }) =>
    failure(404, { message: `Failed rows of upload ${params['id']} not found.` }),
  );
  answer(bulkUpload, uploadResultOf({ failed_records: [failedRecord], upload_id: 77 }));
  await openUpload();
  await sendSheet();
  const button = dialog.getByRole('button', { name: 'Download failed rows' });
  await button.click();
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Failed rows of upload 77 not found.');
  const disposition = { 'content-disposition': 'attachment; filename="failed-rows-77.xlsx"' };
  answer(failedRows, new Response('PK', { headers: disposition }));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => saved.mockRestore());
  await button.click();
  await expect.poll(() => saved.mock.contexts).toMatchObject([{ download: 'failed-rows-77.xlsx' }]);
  await expect.element(alert).not.toBeInTheDocument();
});

test('asks before closing during an upload', async () => {
  answer(bulkUpload, () => new Promise<never>(() => {}));
  const { address } = await openUpload();
  await chooseSheet();
  await pressAndSee(upload, dialog.getByRole('progressbar'));
  await userEvent.keyboard('{Escape}');
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/Stop the upload|already sent/);
  await pressAndSee(dialog.getByRole('button', { name: /^Keep/ }), dialog.getByRole('progressbar'));
  await userEvent.keyboard('{Escape}');
  await dialog
    .getByRole('button', { name: /^(Stop upload|Close)$/ })
    .last()
    .click();
  await expect.poll(address).toBe('/applicants');
});

test('offers the template if the backend has one', async () => {
  answer(uploadTemplate, new Response('PK'));
  await openUpload();
  await expect.element(dialog.getByRole('button', { name: 'Download template' })).toBeVisible();
});

test('shows nothing without a template', async () => {
  const asked = vi.fn(() => bareFailure(404));
  answer(uploadTemplate, asked);
  await openUpload();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  // The dialog's request was sent first, so it has been answered when the next request is.
  await expect(call(uploadTemplate)).rejects.toThrow();
  await expect.element(dialog.getByText('Download template')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});
