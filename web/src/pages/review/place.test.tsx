import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { photoOf } from '../../testing/evidence.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { answerCases, deskOf, openDesk } from '../../testing/review-desk.ts';
import { detailsOf, photoLinks } from '../../testing/verifications.ts';

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

test('says how far the photos are from the visit, and how many have no place', async () => {
  deskOf([501]);
  const photos = [18.5206, 18.5254, null].map((latitude, index) => ({
    ...photoOf(`own-${index}`, index),
    ...{ latitude, longitude: 73.8567 },
  }));
  answerCases(() => ({ photos, image_urls: [...photoLinks, `${photoLinks[0]}3`] }));
  await openDesk();
  await expectTexts(page.getByRole('listitem').filter({ hasText: / m away| place$|^1 of 3/ }), [
    ...['Photo 2: 556 m away', '1 of 3 photos within 22 m', '1 without a recorded place'],
  ]);
});
