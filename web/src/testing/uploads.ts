import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import { page, userEvent } from 'vitest/browser';

export const uploadResultOf = (more: Partial<BulkUploadResult> = {}): BulkUploadResult => ({
  ...{ success: true, message: 'Upload complete.', failed_records: [] },
  summary: { total_records: 3, successful: 3, failed: 0, timestamp: '2026-03-05T05:00:00.000Z' },
  ...more,
});

export const chooseSheet = (file = new File(['PK'], 'cases.xlsx')) =>
  userEvent.upload(page.getByLabelText(/Choose (a|another) spreadsheet/), file);

export async function sendSheet(): Promise<void> {
  await chooseSheet();
  await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
}
