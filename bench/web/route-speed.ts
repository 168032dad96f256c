import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { type Browser, chromium } from 'playwright';
import type * as Route from '../../field/src/lib/tasks/route.ts';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { type Click, readWork } from './paint-times.ts';

/** Measures how long a slow phone takes to suggest an order for the day's visits. */
const slowdown = 6;
const runs = 20;
const targetMs = 50;

const distance = await toAddress('../../contract/src/visits/distance.ts');
const route = await toAddress('../../field/src/lib/tasks/route.ts', (code) =>
  code.replace('@doorstep/contract/visits/distance', distance),
);
const machine = describeMachine();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags,
});
const measured = [];
for (const stops of [9, 25]) {
  const slowed = await measure(browser, stops, slowdown);
  const usual = await measure(browser, stops, 1);
  measured.push({
    ...{ what: `${stops} stops`, targetMs, ...describeNumbers(slowed.map(({ waited }) => waited)) },
    workTimesSlowdown: describeNumbers(usual.map(({ worked }) => worked * slowdown)).median,
  });
}
const run = { date: new Date().toISOString(), chromium: browser.version(), slowdown, machine };
await browser.close();
await record('route-speed', { ...run, measured }, [
  ['Until the order is there, ms', 'Target', 'Runs', 'Median', 'p95', 'Worst', 'Work'],
  ...measured.map((row) => [
    ...[row.what, row.targetMs, row.runs, row.median, row.p95, row.worst, row.workTimesSlowdown],
  ]),
]);

/** Returns a module of the app as a data URL, which any page can import. */
async function toAddress(path: string, change = (code: string) => code): Promise<string> {
  const code = stripTypeScriptTypes(await readFile(new URL(path, import.meta.url), 'utf8'));
  return `data:text/javascript;base64,${Buffer.from(change(code)).toString('base64')}`;
}

/**
 * Measures each run in a new page, where the code is not compiled yet. The app, too, sorts only once after it
 * is opened.
 */
async function measure(browser: Browser, count: number, slowdown: number): Promise<Click[]> {
  const times: Click[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(async (module) => Object.assign(window, await import(module)), route);
    const [start, ...stops] = Array.from({ length: count + 1 }, (_, at) => pointOf(run, at));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const before = await readWork(devtools);
    const waited = await page.evaluate(
      ([stops, start]) => {
        const { findShortWay } = window as unknown as typeof Route;
        const begun = performance.now();
        findShortWay(stops, start ?? null);
        return performance.now() - begun;
      },
      [stops, start] as const,
    );
    times.push({ waited, worked: (await readWork(devtools)) - before });
    await page.close();
  }
  return times;
}

/**
 * Returns a place in a city 30 km wide, rounded to a kilometre like the server's places. The places are the
 * same each time that this program is started.
 */
function pointOf(run: number, at: number) {
  const share = (factor: number) => Math.abs(Math.sin((run * 101 + at + 1) * factor) * 1e4) % 1;
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
  return {
    latitude: rounded(18.4 + 0.3 * share(12.9898)),
    longitude: rounded(73.7 + 0.3 * share(78.233)),
  };
}
