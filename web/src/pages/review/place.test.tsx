import { answer } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';
import { deskOf, nameOf } from '../../testing/review-desk.ts';
import { verificationOf } from '../../testing/verifications.ts';

test.each([
  [{ address: undefined, pin_code: '411001' }, '411001'],
  [{ address: '12 Temple Road (411', pin_code: '(411' }, '12 Temple Road (411'],
])('shows another backend’s address and pin code unchanged: %o', async (fields, words) => {
  deskOf([501]);
  const { application_details, ...record } = verificationOf({ applicant: 'Asha Rao' });
  answer(
    getVerification,
    Response.json({ ...record, application_details: { ...application_details, ...fields } }),
  );
  const { screen } = await renderApp('/review?case=501');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => document.querySelector('.who .address')?.textContent.trim()).toBe(words);
});

test('shows the DIGIPIN of a place in India', async () => {
  deskOf([501]);
  answer(getVerification, () =>
    verificationOf({ verification_id: 501, latitude: 28.622788, longitude: 77.213033 }),
  );
  await renderApp('/review', superAdmin);
  await expect.element(page.getByText('DIGIPIN 39J-49L-L8T4')).toBeVisible();
});
