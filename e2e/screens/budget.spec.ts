import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

/** The size limits in KiB (1024 bytes), after compression by Brotli at its best quality. */
const budgets = { login: 115, applicants: 150 };

const compressed = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/**
 * Returns the compressed size, in bytes, of the scripts that a first visit needs. Excludes dialogs, because
 * the app fetches them when idle and this browser is never idle.
 */
async function measure(page: Page, path: string, isShown: () => Promise<void>): Promise<number> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, response.body());
  });
  await page.goto(path);
  await isShown();
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeGreaterThan(0);
  const sizes = (await Promise.all(scripts.values())).map(compressed);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function expectWithin(bytes: number, name: keyof typeof budgets): void {
  const [binary, decimal] = [1024, 1000].map((unit) => (bytes / unit).toFixed(1));
  console.log(
    `/${name}: ${binary} KB of script (${decimal} KB of 1000 bytes), at most ${budgets[name]}`,
  );
  expect(bytes).toBeLessThanOrEqual(budgets[name] * 1024);
}

test('keeps the first load of the sign-in within its budget', async ({ page }) => {
  const bytes = await measure(page, '/login', () =>
    expect(page.getByRole('button', { name: 'Log in' })).toBeVisible(),
  );
  expectWithin(bytes, 'login');
});

test('keeps the first load of the applicants within its budget', async ({ page, browser }) => {
  await enter(page, 'admin@doorstep.test');
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState });
  const visitor = await context.newPage();
  const bytes = await measure(visitor, '/applicants', () =>
    expect(visitor.getByRole('button', { name: /^View / }).first()).toBeVisible(),
  );
  await context.close();
  expectWithin(bytes, 'applicants');
});
