import { simpleGenerate } from '@doorstep/contract/reports';
import { getSavedForm } from '@doorstep/contract/reports/versions';
import { answer } from '@doorstep/contract/testing/backend';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../../../testing/verifications.ts';

// Covers: other-clients-7
test('shows and saves a value of another client that is not in the dropdown', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  answer(getVerification, verificationOf());
  const form = { personContacted: 'Neighbour’s son' };
  const by = { saved_at: '2026-03-05T05:00:00.000Z', saved_by: 'Meera Nair' };
  answer(getSavedForm, { saved: { version: 2, ...by, form, image_urls: [] } });
  let sent: unknown;
  answer(simpleGenerate, ({ body }: { body: unknown }) => {
    sent = body;
    return new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
  });
  const { screen } = await renderApp('/verification?form=501');
  const field = screen.getByLabelText('Person Contacted', { exact: true });
  await expect.element(field).toHaveDisplayValue('Neighbour’s son');
  await screen.getByRole('button', { name: 'Save & Download' }).click();
  await expect.poll(() => sent).toMatchObject(form);
});
