import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findWholeChromium } from '../../scripts/programs/chromium.ts';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ownServer } from '../support/own-server.ts';
import { findIn, Typist } from '../support/phone/browser-files.ts';
import { startBrowser } from '../support/phone/killed-browser.ts';
import {
  beginVisit,
  goTo,
  makeAttempt,
  makeFinalVisit,
  openAt,
  pin,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

const own = ownServer();

let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'doorstep-profile-'));
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

/** An agent with three tasks, signed in on this page behind a proxy. */
async function startDay(page: Page, name: string) {
  const proxy = await startCuttingProxy(own.server.address);
  const { email, tasks } = await own.office.hire(name, 'RESIDENCE', 'RESIDENCE', 'RESIDENCE');
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(3);
  const [first, second, third] = tasks;
  if (!first || !second || !third) throw new Error('Three tasks are needed');
  return { proxy, email, first, second, third, tasks };
}

// Covers: field-app-3, threat-39
test('the browser’s files, copied without the PIN, show no name, address or photo', async () => {
  test.setTimeout(240_000);
  let [context, page] = await startBrowser(profile);
  const { proxy, first, second, third, tasks } = await startDay(page, 'Sunil Mhatre');
  await own.office.hire('Ravi Bhide');
  proxy.blackhole();
  await beginVisit(page, third.id);
  await page.getByRole('button', { name: 'Moved away' }).click();
  await takePhotos(page, ['Door']);
  const remark = 'The neighbours say that they moved.';
  await makeFinalVisit(page, remark);
  await own.office.assign(third.id, 'Ravi Bhide');
  proxy.restore();
  await openAt(page, `${proxy.address}/field/queue`);
  await expect(page.getByText('Given to Ravi Bhide. Your visit is saved.')).toBeVisible({
    timeout: 60_000,
  });
  await page.getByRole('link', { name: third.applicant_name }).click();
  await expect(page.getByText(remark)).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(1);
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
  secrets.push('Sunil Mhatre', 'Ravi Bhide', remark);
  // The browser's cache names the addresses of what it stores.
  expect(await findIn(profile, [...secrets, '/api/v1/media/'])).toEqual([]);

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
  expect(await findIn(profile, ['Sunil Mhatre'])).toEqual([
    expect.stringContaining('Sunil Mhatre'),
    expect.stringContaining('JPEG'),
  ]);
  proxy.stop();
});

// Covers: field-app-3, threat-39
test('what is typed into any field stands in no file of the browser', async () => {
  test.setTimeout(600_000);
  const [context, page] = await startBrowser(profile, findWholeChromium());
  const { proxy, first, second } = await startDay(page, 'Kavita Sawant');
  const typist = new Typist(profile);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  proxy.blackhole();

  await goTo(page, '/sign-in');
  await typist.type(page);
  await goTo(page, `/task/${second.id}/give-back`);
  await press('Not my area');
  await typist.type(page);

  await goTo(page, '/');
  await beginVisit(page, first.id);
  await press('Met someone');
  await page.waitForURL('**/photos');
  const visit = new URL(page.url()).pathname.replace(/^\/field|\/photos$/g, '');
  await goTo(page, `${visit}/questions/1`);
  const count = page.getByText(/^\d+ of \d+$/);
  const of = Number((await count.textContent())?.split(' of ')[1]);
  for (let at = 1; at <= of; at += 1) {
    await goTo(page, `${visit}/questions/${at}`);
    await expect(count).toHaveText(`${at} of ${of}`);
    const other = page.getByRole('button', { name: 'Something else' });
    if (await other.isVisible()) await other.click();
    if ((await page.locator('main').getByRole('textbox').count()) > 0) await typist.type(page);
  }
  await goTo(page, `${visit}/neighbours`);
  await press('Ask a second one');
  await typist.type(page);
  await goTo(page, `${visit}/result`);
  await typist.type(page);

  await goTo(page, '/me/pin');
  await press('Use a passphrase');
  const passphrase = await typist.type(page);
  await press('Use this passphrase');
  await typist.type(page);
  await page.getByLabel('Your current PIN').fill(pin);
  await press('Change the PIN');
  await page.getByRole('heading', { name: 'Me' }).waitFor();
  await page.reload();
  await typist.type(page);
  await page.getByLabel('Passphrase').fill(passphrase);
  await press('Open');
  await expect(page.getByRole('heading', { name: 'Me' })).toBeVisible();

  await typist.areSuggestionsWritten(page);
  const whileItRuns = await findIn(profile, typist.words);
  await context.close();
  proxy.stop();
  expect(typist.words.length).toBeGreaterThan(15);
  expect([...whileItRuns, ...(await findIn(profile, typist.words))]).toEqual([]);
});
