import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the size in KiB (1024 bytes) after compression by Brotli at its best quality. */
export const compressedSize = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024;

/**
 * Expects that a first visit loads no more scripts from the folder than the budget (in KiB) allows. Excludes
 * the files that the app fetches later, through the service worker or when idle.
 */
export async function expectScriptsWithin(
  budget: number,
  page: Page,
  path: string,
  shown: Locator,
  folder = '/',
): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
    window.requestIdleCallback = () => 0;
  });
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(folder) && pathname.endsWith('.js'))
      scripts.set(pathname, response.body());
  });
  await page.goto(path);
  await expect(shown).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeGreaterThan(0);
  const sizes = (await Promise.all(scripts.values())).map(compressedSize);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${path}: ${all.toFixed(1)} KiB of script, at most ${budget}`);
  expect(all).toBeLessThanOrEqual(budget);
}
