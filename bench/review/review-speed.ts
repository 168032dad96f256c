import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { enter } from '../../e2e/support/sign-in.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { openDemo } from '../web/demo-browser.ts';
import { addVisits } from './add-visits.ts';

declare global {
  interface Window {
    untilNext: Promise<number>;
  }
}

const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    /** The milliseconds for which a reviewer looks at each verification. */
    look: { type: 'string', default: '2000' },
  },
});
const wanted = Number(options.cases);
const look = Number(options.look);
/** 4 Mbit/s in both directions, and a latency of 40 ms, as to a data centre in the same country. */
const network = { offline: false, latency: 40, downloadThroughput: 5e5, uploadThroughput: 5e5 };

const machine = describeMachine();
await using demo = await openDemo();
const { server, browser } = demo;
await addVisits(server.address, wanted);
const page = await browser.newPage({
  baseURL: server.address,
  viewport: { width: 1366, height: 768 },
});
const token = await enter(page, 'superadmin@doorstep.test');
await page.addInitScript(() => {
  for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
    addEventListener(type, () => document.documentElement.setAttribute('data-pointer', type));
  }
});
const devtools = await page.context().newCDPSession(page);
await devtools.send('Network.enable');
await devtools.send('Network.emulateNetworkConditions', network);
await page.goto('/review');
await page.locator('.frame img').waitFor();

const times: number[] = [];
const seen = new Set<string>();
while (times.length < wanted) {
  await page.waitForTimeout(look);
  seen.add(new URL(page.url()).searchParams.get('case') ?? '');
  await awaitNext(page);
  await page.keyboard.press(times.length % 4 === 3 ? 'n' : 'p');
  times.push(await page.evaluate(() => window.untilNext));
}
await page.waitForTimeout(3_000);
const pointer = await page.locator('html').getAttribute('data-pointer');
if (pointer !== null) throw new Error(`A pointer was used: ${pointer}`);
if (seen.size !== wanted) throw new Error(`${seen.size} of ${wanted} cases were shown`);
for (const id of seen) {
  const answer = await fetch(`${server.address}/api/v1/verification_tasks/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { admin_decision } = (await answer.json()) as { admin_decision: string };
  if (admin_decision === 'pending') throw new Error(`Case ${id} is still pending`);
}

const measured = describeNumbers(times);
const run = { date: new Date().toISOString(), chromium: browser.version(), look, network };
await record('review-speed', { ...run, machine, measured, times: times.map(Math.round) }, [
  ['From the key until painted, ms', 'Cases', 'Median', 'p95', 'Worst'],
  ['Aimed at', '', 150, 300, ''],
  ['Next case, its photo sharp', measured.runs, measured.median, measured.p95, measured.worst],
]);

/**
 * Makes the page measure the milliseconds from the next key press until another verification is painted with
 * its complete photo.
 */
async function awaitNext(page: Page): Promise<void> {
  await page.evaluate(() => {
    const photo = () => document.querySelector<HTMLImageElement>('.review-desk .frame img');
    const before = photo()?.src;
    window.untilNext = new Promise((resolve) => {
      const measure = (event: KeyboardEvent) => {
        const look = () => {
          const image = photo();
          const isNext = image && image.src !== before && image.complete && image.naturalWidth > 0;
          if (!isNext) return void requestAnimationFrame(look);
          // The next frame begins when this frame has been painted.
          requestAnimationFrame(() => resolve(performance.now() - event.timeStamp));
        };
        requestAnimationFrame(look);
      };
      document.addEventListener('keydown', measure, { capture: true, once: true });
    });
  });
}
