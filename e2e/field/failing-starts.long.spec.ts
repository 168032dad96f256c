import { expect, type Page } from '@playwright/test';
import { install, isShown, test } from '../support/phone/built-phone-app.ts';

/** Deletes stored files of the app, as a browser does when space is short. Returns the number of deleted files. */
const lose = (page: Page, file: string) =>
  page.evaluate(async (file) => {
    let lost = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (new RegExp(file).test(request.url)) lost += Number(await cache.delete(request));
      }
    }
    return lost;
  }, file);

// Covers: field-app-15, field-app-23
test('says how to reopen the app when one of its files is missing, and loads it with a network', async ({
  page,
  app,
}) => {
  await install(page, app);
  expect(await lose(page, 'assets/start-.*js')).toBe(1);
  app.goOffline();
  await page.reload();
  await expect(page.getByText('If nothing appears, open Doorstep again.')).toBeVisible();
  await expect(page.getByText('कुछ न आए तो फिर खोलें।')).toBeVisible();
  await app.goOnline();
  expect(await lose(page, 'field/index.html')).toBe(1);
  await page.getByRole('link', { name: 'Open again' }).click();
  await isShown(page);
  app.goOffline();
  await page.reload();
  await isShown(page);
  await expect(page.getByText('If nothing appears')).toHaveCount(0);
});

// Covers: field-app-23
test('repeats a start that shows nothing, once', async ({ page, app }) => {
  await install(page, app);
  await page.addInitScript(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Until the reload, IndexedDB sends no events, so the app can't open its database.
    if (visit?.type !== 'reload') IDBOpenDBRequest.prototype.addEventListener = () => {};
  });
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
});

// Covers: field-app-23
test('repeats a start without an answer once, then says how to continue', async ({ page, app }) => {
  await install(page, app);
  let starts = 0;
  page.on('load', () => {
    starts += 1;
  });
  await page.addInitScript(() => {
    IDBOpenDBRequest.prototype.addEventListener = () => {};
  });
  await page.goto(app.url);
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  await expect(failed).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible();
  expect(starts).toBe(2);
});

// Covers: field-app-15, field-app-23
test('loads the app from the network if the browser’s cache does not answer', async ({
  page,
  context,
  app,
}) => {
  await install(page, app);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    CacheStorage.prototype.match = () => new Promise(() => {});
  });
  await page.reload();
  await isShown(page);
});

// Covers: field-app-23
test('does not block the app on a style sheet that never loads', async ({ page, app }) => {
  await page.route('**/assets/*.css', () => {});
  await page.goto(app.url, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
});
