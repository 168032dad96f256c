import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentCard, getAgentCard } from '@doorstep/contract/visits/agent-card';
import { expect, test } from '@playwright/test';
import { findWholeChromium } from '../../scripts/programs/chromium.ts';
import { ownServer } from '../support/own-server.ts';
import { findIn, Typist } from '../support/phone/browser-files.ts';
import { agentDays } from '../support/phone/day.ts';
import { startBrowser } from '../support/phone/killed-browser.ts';
import {
  beginVisit,
  cropDocument,
  goTo,
  makeAttempt,
  makeCall,
  makeFinalVisit,
  openAt,
  pin,
  sign,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

const own = ownServer();
const startDay = agentDays(own);

let profile: string;
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'doorstep-profile-'));
});
test.afterEach(() => rm(profile, { recursive: true, force: true }));

// Covers: field-app-3, threat-39
test('shows no name, address, photo or text in the browser’s files, copied without the PIN', async () => {
  test.setTimeout(360_000);
  let [context, page] = await startBrowser(profile);
  const fetched = page.waitForResponse((one) => one.url().endsWith(getAgentCard.path) && one.ok());
  const { proxy, tasks } = await startDay(page, 'Sunil Mhatre');
  const [first, second, third] = tasks;
  const { check_url } = (await (await fetched).json()) as AgentCard;
  await own.office.hire('Ravi Bhide');
  const messages = `/api/v1/applicants/${first.id}/messages/`;
  const { agent } = await own.office.ask<{ agent: { id: number } }>('GET', messages);
  const asked = 'Is the gate green?';
  const answered = 'It is blue now.';
  const draft = 'Ask at the tea stall';
  await own.office.ask('POST', messages, { agent_id: agent.id, text: asked });
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
  await goTo(page, '/week');
  await expect(page.getByRole('link', { name: third.applicant_name })).toBeVisible();
  await goTo(page, '/card');
  await expect(page.getByRole('img', { name: /^Code that opens/ })).toBeVisible();
  await goTo(page, `/task/${first.id}`);
  await expect(page.getByText(asked)).toBeVisible();

  proxy.blackhole();
  await makeCall(page, 'Appointment', 'Tomorrow', '11:00', 'Save: tomorrow 11:00');
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Your message').fill(answered);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Your message').fill(draft);
  await openAt(page, `${proxy.address}/field/task/${first.id}`);
  await expect(page.getByLabel('Your message')).toHaveValue(draft);
  await openAt(page, `${proxy.address}/field/`);
  await makeAttempt(page, first.id);
  await toToday(page);
  await beginVisit(page, second.id);
  await page.getByRole('button', { name: 'Met someone' }).click();
  await takePhotos(page, ['Door', 'Name plate', 'Person met']);
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const visit = new URL(page.url()).pathname.replace(/^\/field|\/questions.*$/g, '');
  await cropDocument(page, visit);
  await goTo(page, `${visit}/sign`);
  await sign(page);
  await expect(page.getByRole('heading', { name: 'Neighbours' })).toBeVisible();
  await context.close();

  const secrets = tasks.flatMap(({ applicant_name, mobile_number, address }) => [
    ...[applicant_name, mobile_number, address, address.split(',')[0] ?? address],
  ]);
  // The time of the appointment, the address in the QR code of the agent's card, and the consent text.
  secrets.push('T11:00:00', check_url, 'I was visited today by Sunil');
  secrets.push('Sunil Mhatre', 'Ravi Bhide', remark, asked, answered, draft);
  // Also searches for the path of photos, because a photo in the browser's cache would be stored with its
  // address.
  expect(await findIn(profile, [...secrets, '/api/v1/media/'])).toEqual([]);

  // Stores a name and two pictures without encryption, to prove that the search finds them.
  [context, page] = await startBrowser(profile);
  await page.goto(`${proxy.address}/field/`);
  await page.evaluate(async (name) => {
    const opening = indexedDB.open('doorstep-field');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const trx = opening.result.transaction('meta', 'readwrite');
    const photo = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46];
    const header = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x03, 0xe8, 0, 0, 0x01, 0xf4];
    const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...header];
    const pictures = [new Uint8Array(photo), new Uint8Array(signature)];
    trx.objectStore('meta').put({ name, pictures }, 'leak');
    await new Promise((resolve) => trx.addEventListener('complete', resolve));
  }, 'Sunil Mhatre');
  await context.close();
  expect(await findIn(profile, ['Sunil Mhatre'])).toEqual([
    expect.stringContaining('Sunil Mhatre'),
    expect.stringContaining('JPEG'),
    expect.stringContaining('signature'),
  ]);
});

// Covers: field-app-3, threat-39
test('stores no typed text in any file of the browser', async () => {
  test.setTimeout(600_000);
  const [context, page] = await startBrowser(profile, findWholeChromium());
  const { proxy, tasks } = await startDay(page, 'Kavita Sawant');
  const [first, second] = tasks;
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
  await page.waitForURL('**/camera/door');
  const visit = new URL(page.url()).pathname.replace(/^\/field|\/camera\/door$/g, '');
  await goTo(page, `${visit}/questions/1`);
  const count = page.getByText(/^\d+ of \d+$/);
  const of = Number((await count.textContent())?.split(' of ')[1]);
  for (let at = 1; at <= of; at += 1) {
    await goTo(page, `${visit}/questions/${at}`);
    await expect(count).toHaveText(`${at} of ${of}`);
    const others = page.getByRole('button', { name: 'Something else' });
    while ((await others.count()) > 0) await others.first().click();
    if ((await page.locator('main').getByRole('textbox').count()) > 0) await typist.type(page);
    // Skips the number of the second question if the screen has two questions.
    at += await page.locator('main').getByRole('heading', { level: 2 }).count();
  }
  await goTo(page, `${visit}/neighbours`);
  await press('Ask a second neighbour');
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
  expect(typist.words.length).toBeGreaterThan(15);
  expect([...whileItRuns, ...(await findIn(profile, typist.words))]).toEqual([]);
});
