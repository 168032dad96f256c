import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentCall } from '@doorstep/contract/visits/calls';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { ownServer } from '../support/own-server.ts';
import { killBrowser, startBrowser } from '../support/phone/killed-browser.ts';
import { openAt, readCalls, readQueue, signInOnPhone } from '../support/phone/phone.ts';
import { checkKept, Note, type Work, workForEver } from '../support/phone/work-for-ever.ts';

const own = ownServer();
const kills = 40;

/**
 * Returns a function that returns random numbers from 0 to 1. The same seed gives the same numbers in each
 * run.
 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

// Covers: field-app-21
test('loses and duplicates nothing in forty kill -9 of the browser during calls, visits and sending', async () => {
  test.setTimeout(1_500_000);
  const random = seeded(20_261_122);
  const proxy = await startCuttingProxy(own.server.address);
  const six = Array.from({ length: 6 }, () => 'RESIDENCE');
  const { email, tasks } = await own.office.hire('Asha Kale', ...six);
  const ids = tasks.map(({ id }) => id) as unknown as Work['tasks'];
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
    await openAt(page, `${proxy.address}${address}`).catch((error: Error) => {
      throw new Error([error.message, ...heard].join('\n'), { cause: error });
    });
  };
  let [context, page] = await start();
  await signInOnPhone(page, email, proxy.address);
  await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(6);
  // Slows down the network, so that some kills happen while a photo is being sent.
  proxy.throttle(30_000);

  const note = new Note();
  let rounds = 0;
  for (; rounds < kills || note.finished.size <= 5 || note.lastVisits < 2; rounds += 1) {
    // Rounds after the planned kills are longer, because a slow machine may not finish a visit in a short
    // round.
    const longest = rounds < kills ? 4_000 : 20_000;
    const working = workForEver({ page, note, tasks: ids }).catch((error: Error) => error);
    await Promise.race([
      // Real time: the browser is killed at a random moment.
      new Promise((resolve) => setTimeout(resolve, 200 + random() * longest)),
      // If the work ends before the kill, the app has failed.
      working.then((error) => Promise.reject(error)),
    ]);
    await Promise.all([killBrowser(context, profile), working]);
    [context, page] = await start();
    await open(page, '/field/');
    await checkKept(page, note);
    note.turn += 1;
  }

  proxy.throttle(Infinity);
  await open(page, '/field/queue');
  await expect
    .poll(async () => (await readQueue(page)).filter((visit) => !visit.isReceived).length, {
      timeout: 120_000,
    })
    .toBe(0);
  const waiting = async () =>
    (await readCalls(page)).filter(({ state }) => state === 'waiting').length;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  const queue = await readQueue(page);
  const visits = (await Promise.all(ids.map((id) => own.office.visitsTo(id)))).flat();
  const { finished, lastVisits } = note;
  console.log(
    `${rounds} kills, ${finished.size} visits finished, ${lastVisits} signed, ${note.calls.size} calls`,
  );
  expect(visits.map(({ id }) => id).sort()).toEqual([...finished].sort());
  const photos = visits.flatMap((visit) => visit.photos.map(({ sha256 }) => sha256));
  expect(photos.toSorted()).toEqual(queue.flatMap((visit) => visit.photos).sort());
  expect(new Set(photos).size).toBe(photos.length);
  const signed = visits.filter(({ signature }) => signature?.url).map(({ id }) => id);
  expect(signed.sort()).toEqual(
    queue.flatMap(({ visitId, isSigned }) => (isSigned ? visitId : [])).sort(),
  );
  expect(signed).toHaveLength(lastVisits);
  const { calls } = await own.office.ask<{ calls: AgentCall[] }>(
    'GET',
    `/api/v1/applicants/${ids[0]}/visits/`,
  );
  const sent = (await readCalls(page)).filter(({ state }) => state === 'sent');
  expect(calls.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
  expect(calls.length).toBeGreaterThanOrEqual(note.calls.size);
  await context.close();
  proxy.stop();
  await rm(profile, { recursive: true, force: true });
});
