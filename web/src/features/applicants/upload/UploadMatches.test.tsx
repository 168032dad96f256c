import { listApplicants } from '@doorstep/contract/applicants';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { uploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { listOf } from '../../../testing/answers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { sendSheet, uploadResultOf } from '../../../testing/uploads.ts';

// Covers: matches-1
test('says which applicants of an upload match, once they are compared', async () => {
  answer(listApplicants, listOf([]));
  answer(bulkUpload, uploadResultOf({ upload_id: 7 }));
  answer(uploadMatches, { state: 'comparing', count: 0, results: [] });
  const { screen } = await renderApp('/applicants?upload=true');
  const dialog = screen.getByRole('dialog', { name: 'Upload Applicants' });
  await sendSheet();
  await expect.element(dialog.getByText('Comparing with earlier applications...')).toBeVisible();
  const match = {
    ...{ id: 1, application_id: 'LN-1', applicant_name: 'Sita Rao' },
    matches: [{ because: ['mobile_number' as const] }],
  };
  answer(uploadMatches, { state: 'compared', count: 120, results: [match] });
  await expect.element(dialog.getByRole('heading', { name: 'Matches (120)' })).toBeVisible();
  const rows = dialog.getByRole('region', { name: 'Applicants with matches' });
  await expect
    .element(rows)
    .toHaveTextContent('LN-1, Sita RaoAnother lender: same mobile number119 more');
});
