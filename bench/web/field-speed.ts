import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { startDemoServer } from '../../e2e/support/server.ts';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { type Click, measureClick, readWork } from './paint-times.ts';
import { startSlowLink } from './slow-link.ts';

declare global {
  interface Window {
    untilShown: Promise<number>;
  }
}

const slowdown = 6;
const runs = 5;
const pin = '407192';
const network = { kbits: 400, roundTrip: 400 };
/** The wait before each measurement, in milliseconds, so that earlier work has ended. */
const settled = 500;
const phone = {
  executablePath: await findChromium(),
  args: chromiumFlags,
  viewport: { width: 360, height: 640 },
  permissions: ['geolocation'],
  geolocation: { latitude: 19.0726, longitude: 72.8845, accuracy: 12 },
};
const signInIsThere = 'input[autocomplete="username"]';
const isForMany = 'Choose all that apply';
const pinIsAsked = 'fieldset button';

await buildWeb();
const machine = describeMachine();
const server = await startDemoServer();
const profile = await mkdtemp(join(tmpdir(), 'doorstep-phone-'));
try {
  const first = { slowed: await openFirst(slowdown), usual: await openFirst(1) };
  const questions = await beginVisit();
  const again = {
    slowed: await openAgain(questions, slowdown),
    usual: await openAgain(questions, 1),
  };
  const slowed = await answerAll(questions, slowdown);
  const usual = await answerAll(questions, 1);

  const measured = [
    rowOf('First screen, nothing on the phone yet', 4_500, first),
    rowOf('Opened again, without a network', 1_000, again),
    rowOf('Last digit of the PIN, to where one was', undefined, {
      slowed: slowed.unlocked,
      usual: usual.unlocked,
    }),
    rowOf('An answer tapped, to the next question', 100, {
      slowed: slowed.tapped,
      usual: usual.tapped,
    }),
  ];
  const run = { date: new Date().toISOString(), slowdown, network, machine };
  await record('field-speed', { ...run, measured }, [
    ['Until painted, ms', 'Target', 'Runs', 'Median', 'Worst', 'Work'],
    ...measured.map(({ what, targetMs, runs, median, worst, workTimesSlowdown }) => [
      ...[what, targetMs ?? '-', runs, median, worst, workTimesSlowdown],
    ]),
  ]);
} finally {
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

function rowOf(
  what: string,
  targetMs: number | undefined,
  { slowed, usual }: Record<'slowed' | 'usual', Click[]>,
) {
  return {
    what,
    targetMs,
    ...describeNumbers(slowed.map(({ waited }) => waited)),
    workTimesSlowdown: describeNumbers(usual.map(({ worked }) => worked * slowdown)).median,
  };
}

async function openFirst(slowdown: number): Promise<Click[]> {
  const browser = await chromium.launch(phone);
  const opened: Click[] = [];
  for (let run = 0; run < runs; run += 1) {
    const link = await startSlowLink(server.address, network);
    const context = await browser.newContext(phone);
    opened.push(await measureOpening(context, `${link.address}/field/`, signInIsThere, slowdown));
    await context.close();
    link.stop();
  }
  await browser.close();
  return opened;
}

/**
 * Signs in, begins a visit and waits until the whole app is cached. Stops the network. Returns the address
 * of the visit's questions.
 */
async function beginVisit(): Promise<string> {
  const link = await startSlowLink(server.address, { kbits: Infinity, roundTrip: 0 });
  const context = await chromium.launchPersistentContext(profile, phone);
  const page = await context.newPage();
  await page.goto(`${link.address}/field/`);
  await page.getByLabel('Phone or email').fill('agent@doorstep.test');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const heading of ['Choose a PIN for this phone', 'The same PIN again']) {
    await page.getByRole('heading', { name: heading }).waitFor();
    await type(page, pin);
  }
  await page.getByRole('button', { name: 'Go to today’s visits' }).click();
  await page.locator('a[href^="/field/task/"]').last().click();
  await page.getByRole('button', { name: 'Start visit' }).click();
  await page.getByRole('button', { name: 'Met someone' }).click();
  await page.waitForURL('**/camera/door');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(settled);
  await context.close();
  link.stop();
  return page.url().replace(/camera\/door$/, 'questions/1');
}

/** Measures how long the app takes to open after its browser was closed, for example to free memory. */
async function openAgain(address: string, slowdown: number): Promise<Click[]> {
  const opened: Click[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await chromium.launchPersistentContext(profile, phone);
    opened.push(await measureOpening(context, address, pinIsAsked, slowdown));
    await context.close();
  }
  return opened;
}

async function answerAll(questions: string, slowdown: number) {
  const unlocked: Click[] = [];
  const tapped: Click[] = [];
  const context = await chromium.launchPersistentContext(profile, phone);
  const page = await context.newPage();
  const devtools = await watchWork(page);
  for (let run = 0; run < runs; run += 1) {
    await page.goto(questions);
    await type(page, pin.slice(0, -1));
    const button = page.getByRole('button', { name: pin.slice(-1), exact: true });
    const sign = { selector: 'header [aria-current="step"]' };
    unlocked.push(await measureClick(page, devtools, { button, sign, slowdown }));
  }
  await page.getByRole('button', { name: 'No, I was there before' }).click();
  const count = page.getByText(/^\d+ of \d+$/);
  const of = Number((await count.textContent())?.split(' of ')[1]);
  // The number can rise by more than one, because some answers also answer the next question.
  for (let at = 1; at < of; at = Number((await count.textContent())?.split(' of ')[0])) {
    await page.waitForTimeout(settled);
    const answer = page.locator('main fieldset:not(:has(svg)) button[aria-pressed]').first();
    const isOneTap = (await answer.count()) > 0 && (await page.getByText(isForMany).count()) === 0;
    const button = isOneTap ? answer : page.getByRole('button', { name: /^(Skip|Next)$/ });
    const sign = { selector: 'main p > span:first-child', isNot: `${at} of ${of}` };
    const click = await measureClick(page, devtools, { button, sign, slowdown });
    if (isOneTap) tapped.push(click);
  }
  await context.close();
  return { unlocked, tapped };
}

async function type(page: Page, digits: string): Promise<void> {
  for (const digit of digits) {
    await page.getByRole('button', { name: digit, exact: true }).click();
  }
}

async function watchWork(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devtools;
}

async function measureOpening(
  context: BrowserContext,
  address: string,
  selector: string,
  slowdown: number,
): Promise<Click> {
  const page = await context.newPage();
  const devtools = await watchWork(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript((selector) => {
    window.untilShown = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        // The first frame paints the element. The second frame begins after that paint.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      }).observe(document, { subtree: true, childList: true });
    });
  }, selector);
  await page.goto(address, { waitUntil: 'commit' });
  const waited = await page.evaluate(() => window.untilShown);
  const worked = await readWork(devtools);
  return { waited, worked };
}
