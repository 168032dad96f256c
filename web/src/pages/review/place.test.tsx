import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCases, deskOf, openDesk } from '../../testing/review-desk.ts';
import { detailsOf } from '../../testing/verifications.ts';

test.each([
  [{ address: undefined, pin_code: '411001' }, '411001'],
  [{ address: '12 Temple Road (411', pin_code: '(411' }, '12 Temple Road (411'],
])('shows another backend’s address and pin code unchanged: %o', async (fields, words) => {
  deskOf([501]);
  answerCases(() => ({ application_details: detailsOf(fields) }));
  await openDesk('/review?case=501');
  await expect.poll(() => document.querySelector('.who .address')?.textContent.trim()).toBe(words);
});

test('shows the DIGIPIN of a place in India', async () => {
  deskOf([501]);
  answerCases(() => ({ latitude: 28.622788, longitude: 77.213033 }));
  await openDesk();
  await expect.element(page.getByText('DIGIPIN 39J-49L-L8T4')).toBeVisible();
});
