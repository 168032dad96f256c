import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { queryDatabase } from '../../server/src/testing/services/query-database.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ownServer } from '../support/own-server.ts';
import { startBrowser } from '../support/phone/killed-browser.ts';
import {
  beginVisit,
  isKept,
  makeAttempt,
  makeFinalVisit,
  next,
  openAt,
  phone,
  readQueue,
  signInOnPhone,
  takePhotos,
  toToday,
  typePin,
} from '../support/phone/phone.ts';
import { demoPassword } from '../support/sign-in.ts';

test.use(phone);

const own = ownServer();

/** An agent with two tasks or more, signed in on this page behind a proxy. */
async function startDay(page: Page, name: string, count = 2) {
  const proxy = await startCuttingProxy(own.server.address);
  const { email, tasks } = await own.office.hire(
    name,
    ...Array.from({ length: count }, () => 'RESIDENCE'),
  );
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(count);
  const [first, second] = tasks;
  if (!first || !second) throw new Error('Two tasks are needed');
  return { proxy, email, first, second, tasks };
}

const unsent = async (page: Page) =>
  (await readQueue(page)).filter(({ isReceived }) => !isReceived).length;
const countAt = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await own.office.visitsTo(id)).length));

// Covers: field-app-12
test('a sign-in that has long ended asks for the password once, and loses nothing', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { proxy, email, first, second } = await startDay(page, 'Asha Kale');
  proxy.blackhole();
  await makeAttempt(page, first.id);
  await queryDatabase(
    own.server.dataDir,
    `UPDATE sessions SET created_at = created_at - interval '100 days',
       last_used_at = last_used_at - interval '100 days'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  proxy.restore();
  await openAt(page, `${proxy.address}/field/`);
  await expect(page.getByText('Sign in again to send')).toBeVisible({ timeout: 30_000 });
  await makeAttempt(page, second.id);
  await toToday(page);
  expect(await readQueue(page)).toMatchObject([
    { isWhole: true, isReceived: false },
    { isWhole: true, isReceived: false },
  ]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => unsent(page), { timeout: 30_000 }).toBe(0);
  await expect(page.getByText('All sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
  expect(await countAt(first.id, second.id)).toEqual([1, 1]);
  proxy.stop();
});

// Covers: field-app-18
test('a full phone says so and loses nothing; what it sends makes room', async ({ page }) => {
  test.setTimeout(240_000);
  const { proxy, first, second } = await startDay(page, 'Kiran Joshi');
  proxy.blackhole();
  await makeAttempt(page, first.id);
  await toToday(page);
  await beginVisit(page, second.id);
  await page.getByRole('button', { name: 'Locked' }).click();
  const devtools = await page.context().newCDPSession(page);

  const room = { origin: proxy.address };
  await devtools.send('Storage.overrideQuotaForOrigin', { ...room, quotaSize: 1 });

  await page.getByRole('button', { name: 'Door', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Not kept: this phone is full' });
  // The browser remembers for half a minute how much room there was.
  await expect(async () => {
    await page.getByRole('button', { name: /^Take photo/ }).click();
    await expect(alert).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const kept = await page.getByRole('button', { name: /^Look at/ }).count();
  await page.goto(`${proxy.address}/field/`);
  await typePin(page);
  await expect(page.getByText(/^This phone is full/)).toBeVisible();
  expect(await readQueue(page)).toMatchObject([{ isWhole: true, isReceived: false }]);

  proxy.restore();
  await page.reload();
  await expect.poll(() => countAt(first.id), { timeout: 60_000 }).toEqual([1]);
  await expect
    .poll(async () => (await own.office.visitsTo(first.id))[0]?.photos.length, { timeout: 60_000 })
    .toBe(1);
  await devtools.send('Storage.overrideQuotaForOrigin', room);
  await openAt(page, `${proxy.address}/field/task/${second.id}`);
  await page.getByRole('button', { name: 'Continue visit' }).click();
  await expect(page.getByRole('button', { name: /, taken$/ })).toHaveCount(kept);
  await (kept > 0 ? next(page) : takePhotos(page, ['Door']));
  await page.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await isKept(page);
  await expect.poll(() => unsent(page), { timeout: 60_000 }).toBe(0);
  expect(await countAt(first.id, second.id)).toEqual([1, 1]);
  expect((await own.office.visitsTo(second.id))[0]?.photos).toHaveLength(Math.max(1, kept));
  proxy.stop();
});

// Covers: field-app-4
test('an update that changes the database finds a full queue in it; the page before says so', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  // The next version comes as another script, which a service worker would not ask for.
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  let isOffline = false;
  await context.route(/\/(readyz|api\/v1\/agent\/.*)$/, (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  const { proxy, first, second } = await startDay(page, 'Meena Rane');
  isOffline = true;
  for (const { id } of [first, second]) {
    await makeAttempt(page, id);
    await toToday(page);
  }
  const before = await readQueue(page);
  expect(before).toMatchObject([{ isWhole: true }, { isWhole: true }]);

  const newer = await context.newPage();
  await newer.route(/\/assets\/start-.*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const changed = body.replace(
      /createObjectStore\(`meta`\)\}\]/,
      'createObjectStore(`meta`)},e=>{e.createObjectStore(`later`)}]',
    );
    expect(changed).not.toBe(body);
    await route.fulfill({ response, body: changed });
  });
  await openAt(newer, `${proxy.address}/field/queue`);
  const strip = (queue: typeof before) => queue.map(({ state: _, ...rest }) => rest);
  expect(strip(await readQueue(newer))).toEqual(strip(before));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('Nothing kept on this phone is lost. Open it again.')).toBeVisible();

  isOffline = false;
  await newer.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => unsent(newer), { timeout: 60_000 }).toBe(0);
  expect(await countAt(first.id, second.id)).toEqual([1, 1]);
  await context.close();
  proxy.stop();
});

/** Which of some words stand anywhere in a folder, in the ways that browsers write text. */
async function findIn(folder: string, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    for (const word of words) {
      if (bytes.includes(word, 0, 'utf8') || bytes.includes(word, 0, 'utf16le')) found.add(word);
    }
    if (/\xff\xd8\xff[\xe0\xe1][^]{2}(JFIF|Exif)/.test(bytes.toString('latin1'))) found.add('JPEG');
  }
  return [...found];
}

// Covers: field-app-3, threat-39
test('the browser’s files, copied without the PIN, show nobody and nothing', async () => {
  test.setTimeout(240_000);
  const profile = await mkdtemp(join(tmpdir(), 'doorstep-profile-'));
  let [context, page] = await startBrowser(profile);
  const { proxy, first, second, tasks } = await startDay(page, 'Sunil Mhatre', 3);
  const given = tasks[2] ?? first;
  await own.office.hire('Ravi Bhide');
  proxy.blackhole();
  await beginVisit(page, given.id);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door']);
  await makeFinalVisit(page, 'The neighbours say that they moved.');
  await own.office.assign(given.id, 'Ravi Bhide');
  proxy.restore();
  await openAt(page, `${proxy.address}/field/queue`);
  await expect(page.getByText('Given to Ravi Bhide. Your visit is kept.')).toBeVisible({
    timeout: 60_000,
  });
  proxy.blackhole();
  await openAt(page, `${proxy.address}/field/`);
  await makeAttempt(page, first.id);
  await toToday(page);
  await beginVisit(page, second.id);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door', 'Name plate']);
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await context.close();

  const secrets = tasks.flatMap(({ applicant_name, mobile_number, address }) => [
    ...[applicant_name, mobile_number, address, address.split(',')[0] ?? address],
  ]);
  expect(await findIn(profile, [...secrets, 'Sunil Mhatre', 'Ravi Bhide'])).toEqual([]);

  // That such words would be found.
  [context, page] = await startBrowser(profile);
  await page.goto(`${proxy.address}/field/`);
  await page.evaluate(async (name) => {
    const opening = indexedDB.open('doorstep-field');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const trx = opening.result.transaction('meta', 'readwrite');
    const head = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46];
    trx.objectStore('meta').put({ name, photo: new Uint8Array(head) }, 'leak');
    await new Promise((resolve) => trx.addEventListener('complete', resolve));
  }, 'Sunil Mhatre');
  await context.close();
  expect(await findIn(profile, ['Sunil Mhatre'])).toEqual(['Sunil Mhatre', 'JPEG']);
  proxy.stop();
  await rm(profile, { recursive: true, force: true });
});
