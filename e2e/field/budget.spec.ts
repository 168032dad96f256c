import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@playwright/test';

const dist = fileURLToPath(new URL('../../field/dist', import.meta.url));
/** The size limits in KiB (1024 bytes), after compression by Brotli at its best quality. */
const budgets = { signIn: 40, precache: 200, language: 20 };
/** The files that the phone stores when they are first needed: a language, or the practice cases. */
const onDemand = /^assets\/([a-z]{2}|practice)-[\w-]+\.json$/;

const compressed = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1024;

// Covers: field-app-17
test('keeps the phone’s first script within its budget', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/field/assets/') && pathname.endsWith('.js')) {
      scripts.set(pathname, response.body());
    }
  });
  await page.addInitScript(() => {
    // Excludes the files that the app fetches later, through the service worker or when idle.
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/field/');
  await expect(page.locator('#root > .phone > *').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(scripts.values())).map(compressed);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`/field/: ${all.toFixed(1)} KB of script, at most ${budgets.signIn}`);
  expect(scripts.size).toBeGreaterThan(0);
  expect(all).toBeLessThanOrEqual(budgets.signIn);
});

// Covers: field-app-17
test('keeps everything that the phone stores of the app within its budget', async () => {
  const worker = await readFile(join(dist, 'service-worker.js'), 'utf8');
  const urls = Array.from(
    worker.matchAll(/["`]?url["`]?:["`]\/field\/([^"`]+)["`]/g),
    ([, path]) => path ?? '',
  );
  expect(urls).toContain('index.html');
  const sizes = await Promise.all(
    urls.map(async (path) => {
      const bytes = await readFile(join(dist, path));
      // Pictures are already compressed.
      return path.endsWith('.png') ? bytes.length / 1024 : compressed(bytes);
    }),
  );
  const isLater = (at: number) => onDemand.test(urls[at] ?? '');
  const later = sizes.filter((_, at) => isLater(at));
  const all = sizes
    .filter((_, at) => !isLater(at))
    .reduce((sum, size) => sum + size, compressed(Buffer.from(worker)));
  console.log(`${urls.length} files: ${all.toFixed(1)} KB, at most ${budgets.precache}`);
  const largest = Math.max(...later);
  console.log(`A language or the practice: ${largest.toFixed(1)} KB, at most ${budgets.language}`);
  expect(later).toHaveLength(6);
  expect(largest).toBeLessThanOrEqual(budgets.language);
  expect(all).toBeLessThanOrEqual(budgets.precache);
});
