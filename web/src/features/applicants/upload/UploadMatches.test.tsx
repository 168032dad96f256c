import { listApplicants } from '@doorstep/contract/applicants';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { uploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';

const nobody = { results: [], count: 0, next: null, previous: null };

// Covers: matches-1
test('says which applicants of an upload match, once they are compared', async () => {
  answer(listApplicants, nobody);
  answer(bulkUpload, {
    ...{ success: true, message: 'Upload complete.', upload_id: 7, failed_records: [] },
    summary: { total_records: 900, successful: 900, failed: 0, timestamp: '2026-03-05T05:00:00Z' },
  });
  let isCompared = false;
  answer(uploadMatches, () =>
    isCompared
      ? {
          ...{ state: 'compared', count: 120 },
          results: [
            {
              ...{ id: 1, application_id: 'LN-1', applicant_name: 'Sita Rao' },
              matches: [{ because: ['mobile_number'] }],
            },
          ],
        }
      : { state: 'comparing', count: 0, results: [] },
  );
  const { screen } = await renderApp('/applicants?upload=true');
  const dialog = screen.getByRole('dialog', { name: 'Upload Applicants' });
  const sheet = new File(['PK'], 'cases.xlsx');
  await userEvent.upload(dialog.getByLabelText(/Choose a spreadsheet/), sheet);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText('Comparing with earlier applications...')).toBeVisible();
  isCompared = true;
  await expect.element(dialog.getByRole('heading', { name: 'Matches (120)' })).toBeVisible();
  const rows = dialog.getByRole('region', { name: 'Applicants with matches' });
  await expect
    .element(rows)
    .toHaveTextContent('LN-1, Sita RaoAnother lender: same mobile number119 more');
});
