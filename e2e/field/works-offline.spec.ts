import { expect, test } from '@playwright/test';
import {
  type BuiltApp,
  install,
  isShown,
  startBuiltApp,
} from '../support/phone/built-phone-app.ts';

let app: BuiltApp;
test.beforeEach(async () => {
  app = await startBuiltApp();
});
test.afterEach(() => app.goOffline());

// Covers: field-app-15
test('what was opened once opens without a network, at every address', async ({ page }) => {
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
test('an app that could not be stored at first is stored when there is a network', async ({
  page,
  context,
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

test('the built app keeps its own styles before those that reset the browser', async ({ page }) => {
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
  test(`where the agent’s language ${what} the app opens in English`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('doorstep-field-language', 'hi'));
    await page.route('**/assets/hi-*.js', (route) =>
      ending === 'abort' ? route.abort() : undefined,
    );
    await page.goto(app.url);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}
