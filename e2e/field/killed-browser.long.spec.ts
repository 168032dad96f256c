import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { openOffice } from '../support/office.ts';
import { describePage } from '../support/page/blank-page.ts';
import { killBrowser, startBrowser } from '../support/phone/killed-browser.ts';
import { goTo, openAt, readQueue, saysLeft, signInOnPhone } from '../support/phone/phone.ts';
import { startDemoServer } from '../support/server.ts';

const kills = 40;

/** Numbers from 0 to 1, the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** What the app has called kept of the visit that is open. */
interface Kept {
  visitId: string;
  isLocked: boolean;
  hasPhoto: boolean;
  /** The button was pressed; whether it was done before the end nobody knows. */
  isFinishing: boolean;
}

const howOpened = (page: Page) =>
  page.evaluate(
    () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type,
  );

/** Makes attempts at a locked door for ever, and notes what is kept as soon as the app says so. */
async function workForEver(page: Page, taskId: number, note: Note): Promise<never> {
  for (;;) {
    await goTo(page, `/task/${taskId}`);
    const button = page.getByRole('button', { name: /^(Start|Continue) visit$/ });
    const isBegun = (await button.textContent()) === 'Continue visit';
    await button.click();
    await page.waitForURL('**/field/visit/**');
    if (isBegun) await saysLeft(page);
    const visitId = page.url().split('/')[5] ?? '';
    if (note.open?.visitId !== visitId) note.begin(visitId);
    const { open } = note;
    if (!open) throw new Error('No visit is open');
    if (!open.isLocked) {
      await goTo(page, `/visit/${visitId}/found`);
      await page.getByRole('button', { name: 'Locked' }).click();
      await page.waitForURL('**/photos');
      open.isLocked = true;
    }
    if (!open.hasPhoto) {
      await goTo(page, `/visit/${visitId}/camera/door`);
      await page.getByRole('button', { name: 'Take photo: Door' }).click();
      await page.getByRole('button', { name: 'Look at Door' }).first().waitFor();
      open.hasPhoto = true;
    }
    await goTo(page, `/visit/${visitId}/again`);
    await page.getByRole('button', { name: 'Tomorrow morning' }).click();
    await page.getByRole('button', { name: 'Tomorrow morning', pressed: true }).waitFor();
    const finish = page.getByRole('button', { name: 'Finish' });
    await finish.waitFor();
    open.isFinishing = true;
    await finish.click();
    await page.getByRole('heading', { name: 'Saved safely on this phone' }).waitFor();
    note.finish();
  }
}

class Note {
  readonly finished = new Set<string>();
  readonly begun = new Set<string>();
  open: Kept | undefined;

  begin(visitId: string): void {
    this.begun.add(visitId);
    const nothing = { isLocked: false, hasPhoto: false, isFinishing: false };
    this.open = { visitId, ...nothing };
  }

  finish(): void {
    if (this.open) this.finished.add(this.open.visitId);
    this.open = undefined;
  }
}

/** After a restart, with the lock open: nothing that was called kept is missing. */
async function checkKept(page: Page, note: Note): Promise<void> {
  const queue = await readQueue(page);
  const there = new Map(queue.map((visit) => [visit.visitId, visit]));
  if (note.open?.isFinishing && there.has(note.open.visitId)) note.finish();
  for (const id of note.finished) {
    const visit = there.get(id);
    expect(visit, `${id} was called kept`).toBeDefined();
    expect(visit?.isReceived || visit?.isWhole, `${id} has its photo`).toBe(true);
  }
  const { open } = note;
  if (!open) return;
  const visit = `/visit/${open.visitId}`;
  if (open.isLocked) {
    await goTo(page, `${visit}/found`);
    await saysLeft(page);
    await expect(page.getByRole('button', { name: 'Locked', pressed: true })).toBeVisible();
  }
  if (open.hasPhoto) {
    await goTo(page, `${visit}/photos`);
    await expect(page.getByRole('button', { name: 'Door, taken' }).first()).toBeVisible();
  }
}

// Covers: field-app-21
test('forty kill -9 of the browser in the middle of visits and of sending lose and double nothing', async () => {
  test.setTimeout(900_000);
  const random = seeded(20_261_122);
  const server = await startDemoServer();
  const proxy = await startCuttingProxy(server.address);
  const office = await openOffice(server.address);
  const { email, tasks } = await office.hire('Asha Kale', 'RESIDENCE');
  const taskId = tasks[0]?.id ?? 0;
  const profile = await mkdtemp(join(tmpdir(), 'doorstep-killed-'));
  let heard: string[] = [];
  const start = async (): Promise<[BrowserContext, Page]> => {
    const [context, page] = await startBrowser(profile);
    heard = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('console', (message) => heard.push(message.text()));
    page.on('requestfailed', (request) =>
      heard.push(`${request.url()} ${request.failure()?.errorText}`),
    );
    return [context, page];
  };
  const open = async (page: Page, address: string) => {
    await openAt(page, `${proxy.address}${address}`).catch(async (error: Error) => {
      const said = [...heard, await describePage(page)].join('\n');
      throw new Error(`${error.message}\n${said}`, { cause: error });
    });
    // The app does so after a start that showed nothing.
    if ((await howOpened(page)) === 'reload') console.log('Opened once more by itself:', ...heard);
  };
  let [context, page] = await start();
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(1);
  // Slow enough for ends in the middle of a photo.
  proxy.throttle(30_000);

  const note = new Note();
  // On a slow machine few rounds are long enough for a whole visit.
  let rounds = 0;
  for (; rounds < kills || note.finished.size <= 5; rounds += 1) {
    const working = workForEver(page, taskId, note).catch((error: Error) => error);
    await Promise.race([
      // Real time: the browser is killed at any moment.
      new Promise((resolve) => setTimeout(resolve, 200 + random() * 4_000)),
      // An end of its own is a failure of the app.
      working.then((error) => Promise.reject(error)),
    ]);
    await Promise.all([killBrowser(context, profile), working]);
    [context, page] = await start();
    await open(page, '/field/');
    await checkKept(page, note);
  }

  proxy.throttle(Infinity);
  await open(page, '/field/queue');
  await expect
    .poll(async () => (await readQueue(page)).filter((visit) => !visit.isReceived).length, {
      timeout: 120_000,
    })
    .toBe(0);
  const queue = await readQueue(page);
  const visits = await office.visitsTo(taskId);
  console.log(`${rounds} kills, ${note.finished.size} visits finished`);
  expect(visits.map(({ id }) => id).sort()).toEqual([...note.finished].sort());
  const photos = visits.flatMap((visit) => visit.photos.map(({ sha256 }) => sha256));
  expect(photos.toSorted()).toEqual(queue.flatMap((visit) => visit.photos).sort());
  expect(new Set(photos).size).toBe(photos.length);
  await context.close();
  proxy.stop();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
});
