import { appendFile, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { killBrowser, startBrowser } from '../support/phone/killed-browser.ts';
import { makeAttempt, openAt, readQueue, signInOnPhone } from '../support/phone/phone.ts';

// Chromium stores IndexedDB in LevelDB, which writes the newest changes to a log.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const own = ownServer();
let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'doorstep-damaged-'));
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

async function newestLog(): Promise<string> {
  const all = join(profile, 'Default', 'IndexedDB');
  const origin = `http_127.0.0.1_${new URL(own.server.address).port}.indexeddb.leveldb`;
  const logs = (await readdir(join(all, origin))).filter((name) => /^\d+\.log$/.test(name));
  return join(all, origin, logs.sort().at(-1) ?? '');
}

async function openOffline(page: Page) {
  await page.context().setOffline(true);
  await openAt(page, `${own.server.address}/field/`);
}

async function makeUnsentVisit(page: Page, agent: string) {
  const { email, tasks } = await own.office.hire(agent, 'RESIDENCE');
  const [{ id }] = tasks;
  await signInOnPhone(page, email, own.server.address);
  await expect(page.locator(`a[href="/field/task/${id}"]`)).toBeVisible();
  await page.context().setOffline(true);
  await makeAttempt(page, id);
  expect(await readQueue(page)).toMatchObject([{ isReceived: false, isWhole: true }]);
  return { email, id };
}

// Covers: field-app-21
test('survives half a record left by a killed browser at the next starts', async () => {
  let [context, page] = await startBrowser(profile);
  await makeUnsentVisit(page, 'Asha Kale');
  for (let kills = 0; kills < 2; kills += 1) {
    await killBrowser(context, profile);
    const torn = await newestLog();
    // Appends the header of a 64-byte record whose data is missing.
    await appendFile(torn, Buffer.from([0x11, 0x22, 0x33, 0x44, 64, 0, 1]));
    [context, page] = await startBrowser(profile);
    await openOffline(page);
    await expect.poll(newestLog, { timeout: 60_000 }).not.toBe(torn);
  }
  await killBrowser(context, profile);
  [context, page] = await startBrowser(profile);
  await openOffline(page);
  expect(await readQueue(page)).toMatchObject([{ isReceived: false, isWhole: true }]);
  await context.close();
});

// Covers: field-app-24
test('says at the sign-in that the browser deleted damaged data, until an agent signs in', async () => {
  let [context, page] = await startBrowser(profile);
  const { email, id } = await makeUnsentVisit(page, 'Ravi Menon');
  await killBrowser(context, profile);
  const log = await newestLog();
  const file = await open(log, 'r+');
  const middle = Math.floor((await stat(log)).size / 2);
  await file.write(Buffer.alloc(64, 0xa5), 0, 64, middle);
  await file.close();
  [context, page] = await startBrowser(profile);
  const lost = page.getByText('This phone’s browser deleted Doorstep’s data');
  for (let starts = 0; starts < 2; starts += 1) {
    await page.goto(`${own.server.address}/field/`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(lost).toBeVisible();
  }
  await signInOnPhone(page, email, own.server.address);
  await expect(page.locator(`a[href="/field/task/${id}"]`)).toBeVisible();
  await expect(lost).toBeHidden();
  await context.close();
});
