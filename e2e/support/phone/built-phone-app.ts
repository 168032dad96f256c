import { createHash } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from '../../../server/src/testing/services/free-port.ts';
import { readBuiltApp, serveApp } from '../network/static-app.ts';

/**
 * Serves the agents' built app at a separate address. `goOffline` simulates a phone without a network.
 * `release` publishes another version of the app.
 */
async function startBuiltApp() {
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

type BuiltApp = Awaited<ReturnType<typeof startBuiltApp>>;

export const test = base.extend<{ app: BuiltApp }>({
  app: async ({ browserName: _ }, use) => {
    const app = await startBuiltApp();
    await use(app);
    app.goOffline();
  },
});

export const isShown = (page: Page) =>
  expect(page.locator('#root > .phone > *').first()).toBeVisible();

/** Opens the app, and waits until the phone has stored all its files. */
export async function install(page: Page, app: BuiltApp): Promise<void> {
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

/**
 * Reloads until the page has the title. One reload may not be enough, because the browser waits until the old
 * worker has finished its work.
 */
export const reloadUntil = (page: Page, title: string) =>
  expect(async () => {
    await page.reload();
    // Real time: after this timeout, the page is loaded again.
    await expect.poll(() => page.title(), { timeout: 10_000 }).toBe(title);
  }).toPass({ timeout: 60_000 });
