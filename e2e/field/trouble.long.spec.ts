import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { queryDatabase } from '../../server/src/testing/services/query-database.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ownServer } from '../support/own-server.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import {
  answerNotAtDoor,
  beginVisit,
  isKept,
  makeAttempt,
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

async function startDay(page: Page, name: string, count = 2, hasServiceWorker = true) {
  const proxy = await startCuttingProxy(own.server.address);
  const { email, tasks } = await own.office.hire(
    name,
    ...Array.from({ length: count }, () => 'RESIDENCE'),
  );
  await signInOnPhone(page, email, proxy.address, { hasServiceWorker });
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
test('asks for the password once after a session has long ended, and loses nothing', async ({
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

// Covers: field-app-25
test('lets a deactivated agent save unsent visits, and the office import the file', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { proxy, email, first } = await startDay(page, 'Vimal Shah');
  proxy.blackhole();
  await makeAttempt(page, first.id);
  await toToday(page);
  const { users } = await own.office.ask<{ users: { id: number; email: string }[] }>(
    'GET',
    '/api/v1/users',
  );
  const { id } = users.find((user) => user.email === email) ?? {};
  await own.office.ask('PATCH', `/api/v1/users/${id}`, { is_active: false });
  proxy.restore();
  await openAt(page, `${proxy.address}/field/`);
  await expect(page.getByText('Sign in again to send')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').fill(demoPassword);
  await pressAndSee(
    page.getByRole('button', { name: 'Sign in' }),
    page.getByRole('heading', { name: 'Your account is closed' }),
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).click();
  const file = await (await download).path();
  await pressAndSee(
    page.getByRole('button', { name: 'Yes', exact: true }),
    page.getByText(/^File saved/),
  );

  const form = new FormData();
  form.append('file', new File([await readFile(file)], 'visit.doorstep'));
  await own.office.ask('POST', '/api/v1/held-visits/file/', form);
  expect((await own.office.visitsTo(first.id))[0]?.photos).toHaveLength(1);
  proxy.stop();
});

// Covers: field-app-10
test('sends a visit on “Send now” whose connection no longer answers', async ({ page }) => {
  test.setTimeout(240_000);
  // Removes the timeout of requests, so that only "Send now" can end them.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const { proxy, first } = await startDay(page, 'Usha Pai');
  proxy.cutNext('PUT ', 'silence');
  const photo = page.waitForRequest((request) => request.method() === 'PUT');
  await makeAttempt(page, first.id);
  await photo;
  expect(await countAt(first.id)).toEqual([1]);
  await toToday(page);
  await pressAndSee(
    page.getByRole('link', { name: /^1 to send/ }),
    page.getByRole('listitem').filter({ hasText: 'Sending' }),
  );
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => unsent(page), { timeout: 60_000 }).toBe(0);
  expect((await own.office.visitsTo(first.id))[0]?.photos).toHaveLength(1);
  proxy.stop();
});

// Covers: field-app-18
test('says that the phone is full and loses nothing; sending frees space', async ({ page }) => {
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
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved: this phone is full' });
  // Repeats the click, because the browser caches the amount of free space for half a minute.
  await expect(async () => {
    await page.getByRole('button', { name: /^Take photo/ }).click();
    // Real time: it is pressed again.
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
  await answerNotAtDoor(page);
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
test('updates the database with a full queue in it, and tells the older page', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  // Blocks the service worker, because it would serve the cached script of the old version.
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  let isOffline = false;
  await context.route(/\/(readyz|api\/v1\/agent\/.*)$/, (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  const { proxy, first, second } = await startDay(page, 'Meena Rane', 2, false);
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
      /(createObjectStore\([^()]*\)\})\]/,
      '$1,e=>{e.createObjectStore(`later`)}]',
    );
    expect(changed).not.toBe(body);
    await route.fulfill({ response, body: changed });
  });
  await openAt(newer, `${proxy.address}/field/queue`);
  const strip = (queue: typeof before) => queue.map(({ state: _, ...rest }) => rest);
  expect(strip(await readQueue(newer))).toEqual(strip(before));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText('Nothing saved on this phone is lost. Open Doorstep again.'),
  ).toBeVisible();

  isOffline = false;
  await newer.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => unsent(newer), { timeout: 60_000 }).toBe(0);
  expect(await countAt(first.id, second.id)).toEqual([1, 1]);
  await context.close();
  proxy.stop();
});
