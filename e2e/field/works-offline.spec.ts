import { expect } from '@playwright/test';
import { install, isShown, reloadUntil, test } from '../support/phone/built-phone-app.ts';

// Covers: field-app-15
test('opens every address without a network after one visit', async ({ page, app }) => {
  await install(page, app);
  app.goOffline();
  for (let times = 0; times < 3; times += 1) {
    await page.reload();
    await isShown(page);
  }
  await page.goto(`${app.url}queue`);
  await isShown(page);
});

// Covers: field-app-15
test('stores the app once there is a network if it could not be stored at first', async ({
  page,
  context,
  app,
}) => {
  const file = '**/assets/QueueScreen-*.js';
  await context.route(file, (route) => route.fulfill({ status: 503 }));
  const refused = context.waitForEvent('response', (response) => response.status() === 503);
  await page.goto(app.url);
  await isShown(page);
  await refused;
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await expect.poll(isRegistered).toBe(false);
  await context.unroute(file);
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('online'));
    await navigator.serviceWorker.ready;
  });
  app.goOffline();
  await page.reload();
  await isShown(page);
});

// Covers: field-app-36
test('opens in the chosen language without a network, also after an update', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => localStorage.setItem('doorstep-field-language', 'ta'));
  await install(page, app);
  const storedLanguages = () =>
    page.evaluate(async () => {
      const stored = await (await caches.open('doorstep-languages')).keys();
      return stored.map(({ url }) => new URL(url).pathname).toSorted();
    });
  await expect.poll(storedLanguages).toEqual([expect.stringContaining('/ta-')]);
  const isTamil = () => expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  app.goOffline();
  await page.reload();
  await isTamil();

  await app.goOnline();
  const old = '/field/assets/te-old.json';
  // Simulates an earlier version that stored its Telugu texts.
  await page.evaluate(async (path) => {
    await (await caches.open('doorstep-languages')).put(path, new Response('{}'));
  }, old);
  await app.release('Version 2');
  await reloadUntil(page, 'Version 2');
  const both = [expect.stringContaining('/ta-'), expect.stringMatching(/\/te-(?!old)/)];
  await expect.poll(storedLanguages).toEqual(both);
  app.goOffline();
  await page.reload();
  await isTamil();
});

test('keeps the built app’s own styles before those that reset the browser', async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await isShown(page);
  const foot = page.locator('.screen-foot');
  expect(await foot.evaluate((bar) => getComputedStyle(bar).paddingBlockEnd)).toBe('12px');
});

for (const [what, ending] of [
  ['is missing', 'abort'],
  ['never comes', 'hang'],
] as const) {
  // Covers: field-app-23
  test(`opens in English if the agent’s language ${what}`, async ({ page, app }) => {
    await page.addInitScript(() => localStorage.setItem('doorstep-field-language', 'hi'));
    await page.route('**/assets/hi-*.json', (route) =>
      ending === 'abort' ? route.abort() : undefined,
    );
    await page.goto(app.url);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}
