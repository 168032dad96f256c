import { answer } from '@doorstep/contract/testing/backend';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../../../testing/verifications.ts';

// Covers: report-form-10
test('keeps a photo out of the draft that is removed right after typing', async () => {
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  const { application_details: details, ...verification } = verificationOf({
    visit_type: 'OFFICE',
  });
  const application_details = details && { ...details, visit_type: 'OFFICE' };
  answer(getVerification, { ...verification, application_details });
  const { screen, router } = await renderApp('/verification?form=501');
  const field = await screen.getByLabelText('Landmark', { exact: true }).findElement();
  const remove = await screen.getByRole('button', { name: 'Remove photo 2 of 2' }).findElement();
  // Both events follow without a pause, so that the typed text is not saved as a draft yet.
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  (remove as HTMLElement).click();
  await expect.element(screen.getByText('1 image', { exact: true })).toBeInTheDocument();

  // Closing the form saves the pending changes.
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(screen.getByText('1 image', { exact: true })).toBeInTheDocument();
});
