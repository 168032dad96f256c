import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { readBuiltApp, serveApp } from '../support/network/static-app.ts';
import { notice } from '../support/page/notice.ts';
import { type SeenCall, startForeignBackend } from './foreign-backend.ts';
import { findRow, type SectionSevenCall } from './section-seven.ts';

export const shortName = 'Sahyadri';
export const password = 'Long-enough-42';
export const fixture = (name: string) =>
  fileURLToPath(new URL(`../../server/fixtures/${name}`, import.meta.url));

interface Wanted {
  id?: string;
  query?: Record<string, string>;
  body?: unknown;
  times?: number;
}

export type Walk = Awaited<ReturnType<typeof startWalk>>;

/** Starts the built app and the foreign backend, on different origins. */
export async function startWalk(browser: Browser) {
  const house = await readFile(fixture('photos/house.jpg'));
  const images = new Map(['house', 'gate', 'face'].map((name) => [`/media/${name}.jpg`, house]));
  const backend = await startForeignBackend(images);
  const app = await serveApp(await readBuiltApp(), { apiBaseUrl: backend.address, shortName });
  const page = await browser.newPage();

  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const field = (label: string) => dialog().getByLabel(label, { exact: true });
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).click();

  return {
    backend,
    page,
    dialog,
    row,
    field,
    press,
    open: (path: string) => page.goto(app.address + path),
    goTo: (link: string) => page.getByRole('link', { name: link, exact: true }).click(),
    closeDialog: () => press('Close', dialog().locator('footer')),
    notice: (text: string, doing: () => Promise<unknown>) => notice(page, text, doing),
    confirmDelete: async (person: string, success: string) => {
      await press(`Delete ${person}`);
      await notice(page, success, () => press('Delete', dialog()));
    },
    expectPicture: async (image: Locator) => {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(0);
    },
    callsOf: (name: SectionSevenCall) => callsOf(backend.calls, name),
    expectCall: async (name: SectionSevenCall, { times = 1, ...parts }: Wanted = {}) => {
      const wanted = { id: '', query: {}, body: undefined, ...parts };
      const isWanted = (call: object) => isDeepStrictEqual(call, wanted);
      const seen = () =>
        callsOf(backend.calls, name).map(({ id, query, body }) => ({ id, query, body }));
      await expect
        .poll(() => seen().filter(isWanted).length, {
          message: `${name} ${JSON.stringify(wanted)}, among ${JSON.stringify(seen())}`,
        })
        .toBeGreaterThanOrEqual(times);
    },
    stop: () => {
      backend.stop();
      app.stop();
    },
  };
}

function callsOf(calls: readonly SeenCall[], name: SectionSevenCall) {
  return calls.flatMap((call) => {
    const row = findRow(call.method, call.path);
    return row?.name === name ? [{ ...call, id: row.id }] : [];
  });
}
