import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { compressedSize, expectScriptsWithin } from '../support/script-size.ts';

const dist = fileURLToPath(new URL('../../field/dist', import.meta.url));
/** The size limits in KiB (1024 bytes) after compression. */
const budgets = { precache: 200, language: 20 };
/** The files that the phone stores only when they are first needed: languages and practice cases. */
const onDemand = /^assets\/([a-z]{2}|practice)-[\w-]+\.json$/;

// Covers: field-app-17
test('keeps the phone’s first script within its budget', ({ page }) =>
  expectScriptsWithin(
    40,
    page,
    '/field/',
    page.locator('#root > .phone > *').first(),
    '/field/assets/',
  ));

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
      return path.endsWith('.png') ? bytes.length / 1024 : compressedSize(bytes);
    }),
  );
  const isLater = (at: number) => onDemand.test(urls[at] ?? '');
  const later = sizes.filter((_, at) => isLater(at));
  const all = sizes
    .filter((_, at) => !isLater(at))
    .reduce((sum, size) => sum + size, compressedSize(Buffer.from(worker)));
  console.log(`${urls.length} files: ${all.toFixed(1)} KB, at most ${budgets.precache}`);
  const largest = Math.max(...later);
  console.log(`A language or the practice: ${largest.toFixed(1)} KB, at most ${budgets.language}`);
  expect(later).toHaveLength(6);
  expect(largest).toBeLessThanOrEqual(budgets.language);
  expect(all).toBeLessThanOrEqual(budgets.precache);
});
