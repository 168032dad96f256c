import { expect, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

/** Returns the status of the cached answer, or 'nothing' without a cached answer. Sends no request. */
const readFromCache = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const request = { cache: 'only-if-cached', mode: 'same-origin' } as const;
    return fetch(address, request).then(
      ({ status }) => status,
      () => 'nothing',
    );
  }, url);

async function show(page: Page, url: string) {
  await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
  }, url);
}

// Covers: threat-20
test('shows no picture of a person or a home in that browser after the sign-out', async ({
  page,
}) => {
  const token = await enter(page, 'superadmin@doorstep.test');
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => (await page.request.get(path, { headers })).json();
  const { results } = await read('/api/v1/verification_tasks/');
  const photo: string = results.find((row: { image_count: number }) => row.image_count > 0)
    .image_urls[0];
  const { users } = await read('/api/v1/users');
  const identity: string = users
    .map((user: { profile_image_url: string | null }) => user.profile_image_url)
    .find(Boolean);

  await page.goto('/home');
  await show(page, photo);
  await show(page, identity);
  expect(await readFromCache(page, photo)).toBe(200);
  expect(await readFromCache(page, identity)).toBe('nothing');

  await page.getByRole('button', { name: /^Profile/ }).click();
  const cleared = page.waitForResponse('**/api/v1/auth/logout/');
  await page.getByRole('button', { name: 'Logout' }).click();
  await (await cleared).finished();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => readFromCache(page, photo)).toBe('nothing');
  for (const address of [photo, identity]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(401);
  }
});
