import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { agentDays } from '../support/phone/day.ts';
import {
  answerNotAtDoor,
  beginVisit,
  isKept,
  makeAttempt,
  next,
  openAt,
  phone,
  readQueue,
  takePhotos,
  toToday,
  typePin,
} from '../support/phone/phone.ts';
import { demoPassword } from '../support/sign-in.ts';

test.use(phone);

const own = ownServer();

const startDay = agentDays(own);

// Covers: field-app-25
test('lets a deactivated agent save unsent visits, and the office import the file', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { proxy, email, tasks } = await startDay(page, 'Vimal Shah');
  const [{ id: taskId }] = tasks;
  proxy.blackhole();
  await makeAttempt(page, taskId);
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
  expect((await own.office.visitsTo(taskId))[0]?.photos).toHaveLength(1);
});

// Covers: field-app-18
test('says that the phone is full and loses nothing; sending frees space', async ({ page }) => {
  test.setTimeout(240_000);
  const { proxy, tasks } = await startDay(page, 'Kiran Joshi');
  const [first, second] = tasks;
  const photosOf = async (id: number) =>
    (await own.office.visitsTo(id)).map(({ photos }) => photos.length);
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
    // Real time: after this timeout, the button is clicked again.
    await expect(alert).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const kept = await page.getByRole('button', { name: /^Look at/ }).count();
  await page.goto(`${proxy.address}/field/`);
  await typePin(page);
  await expect(page.getByText(/^This phone is full/)).toBeVisible();
  expect(await readQueue(page)).toMatchObject([{ isWhole: true, isReceived: false }]);

  proxy.restore();
  await page.reload();
  await expect.poll(() => photosOf(first.id), { timeout: 60_000 }).toEqual([1]);
  await devtools.send('Storage.overrideQuotaForOrigin', room);
  await openAt(page, `${proxy.address}/field/task/${second.id}`);
  await page.getByRole('button', { name: 'Continue visit' }).click();
  await answerNotAtDoor(page);
  await expect(page.getByRole('button', { name: /, taken$/ })).toHaveCount(kept);
  await (kept > 0 ? next(page) : takePhotos(page, ['Door']));
  await page.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await isKept(page);
  const sent = [Math.max(1, kept)];
  await expect.poll(() => photosOf(second.id), { timeout: 60_000 }).toEqual(sent);
  expect(await photosOf(first.id)).toEqual([1]);
});
