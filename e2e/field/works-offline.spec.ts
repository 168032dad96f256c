import { createHash } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../../server/src/testing/services/free-port.ts';
import { readBuiltApp, serveApp } from '../support/network/static-app.ts';

/** The built app at an address of its own: stopped it is a phone without a network, and its files can become another version. */
async function startApp() {
  const built = await readBuiltApp('field');
  let files = new Map<string, Buffer>(
    Array.from(built, ([path, file]) => [`/field${path}`, file] as const),
  );
  const port = await freePort();
  const listen = () =>
    serveApp(new Map(files).set('/index.html', page()), { shortName: 'Doorstep' }, port);
  const page = () => files.get('/field/index.html') ?? Buffer.from('');
  let origin = await listen();
  return {
    url: `http://127.0.0.1:${port}/field/`,
    goOffline: () => origin.stop(),
    goOnline: async () => {
      origin = await listen();
    },
    release: async (title: string) => {
      const change = (path: string, from: RegExp, to: string) => {
        const before = String(files.get(path));
        expect(before).toMatch(from);
        files = new Map(files).set(path, Buffer.from(before.replace(from, to)));
      };
      change('/field/index.html', /<title>.*<\/title>/, `<title>${title}</title>`);
      const sum = createHash('sha256').update(page()).digest('base64');
      change(
        '/field/service-worker.js',
        /(url:.\/field\/index\.html.,revision:.)\w+(.,integrity:.sha256-)[^"'`]+/,
        `$1${title.replaceAll(/\W/g, '')}$2${sum}`,
      );
      origin.stop();
      origin = await listen();
    },
  };
}

let app: Awaited<ReturnType<typeof startApp>>;
test.beforeEach(async () => {
  app = await startApp();
});
test.afterEach(() => app.goOffline());

const isShown = (page: Page) => expect(page.locator('#root > .phone > *').first()).toBeVisible();

/** Opened once, with all of it on the phone. */
async function install(page: Page): Promise<void> {
  await page.goto(app.url);
  await isShown(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
}

// Covers: field-app-15
test('what was opened once opens without a network, at every address', async ({ page }) => {
  await install(page);
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

/** Deletes files that the phone keeps of the app, as a browser may that is short of space. */
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
test('without one of its files the app says how to open it again, and gets it with a network', async ({
  page,
}) => {
  await install(page);
  expect(await lose(page, 'assets/start-.*js')).toBe(1);
  app.goOffline();
  await page.reload();
  await expect(page.getByText('If nothing comes, open it again.')).toBeVisible();
  await expect(page.getByText('कुछ न आए तो फिर खोलें।')).toBeVisible();
  await app.goOnline();
  expect(await lose(page, 'field/index.html')).toBe(1);
  await page.getByRole('link', { name: 'Open again' }).click();
  await isShown(page);
  app.goOffline();
  await page.reload();
  await isShown(page);
  await expect(page.getByText('If nothing comes')).toHaveCount(0);
});

// Covers: field-app-23
test('a start that shows nothing is made once more by itself', async ({ page }) => {
  await install(page);
  await page.addInitScript(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Its answers are not heard: the database never opens.
    if (visit?.type !== 'reload') IDBOpenDBRequest.prototype.addEventListener = () => {};
  });
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
});

// Covers: field-app-23
test('a start without an answer is made again once, and says then how to go on', async ({
  page,
}) => {
  await install(page);
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
test('where the browser’s cache gives no answer the app comes from the network', async ({
  page,
  context,
}) => {
  await install(page);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    CacheStorage.prototype.match = () => new Promise(() => {});
  });
  await page.reload();
  await isShown(page);
});

// Covers: field-app-23
test('a style sheet that never comes does not hold up the app', async ({ page }) => {
  await page.route('**/assets/*.css', () => {});
  await page.goto(app.url, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
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

/** A visit that goes on, or none, as the app has it in its database. */
const openVisit = (page: Page, isOpen: boolean) =>
  page.evaluate(
    (isOpen) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('doorstep-field');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const trx = opening.result.transaction('drafts', 'readwrite');
          if (isOpen) trx.objectStore('drafts').put({ visitId: 'a', taskId: 1 });
          else trx.objectStore('drafts').clear();
          trx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    isOpen,
  );

// Covers: field-app-16
test('a new version waits until no visit goes on', async ({ page }) => {
  await install(page);
  await openVisit(page, true);
  await app.release('Version 2');
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return registration?.waiting?.state;
    });
  await expect.poll(isWaiting).toBe('installed');
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    await isShown(page);
    expect(await page.title()).not.toBe('Version 2');
  }
  expect(await isWaiting()).toBe('installed');
  await openVisit(page, false);
  // The browser lets the old worker finish what it is at: the app may have to be opened once more.
  await expect(async () => {
    await page.reload();
    await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('Version 2');
  }).toPass({ timeout: 60_000 });
  await isShown(page);
});
