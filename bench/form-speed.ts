import { chromium, type Page } from 'playwright';
import { startDemoServer } from '../e2e/server.ts';
import { signIn } from '../e2e/sign-in.ts';
import { buildWeb } from '../scripts/build-web.mjs';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';
import { timeClickToPaint, timeKeys } from './paint-times.ts';
import { describeMachine, describeNumbers, record } from './record.ts';

const slowdown = 6;
const runs = 15;
const keys = 50;

await buildWeb();
const machine = describeMachine();
const server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags,
});
try {
  const page = await browser.newPage({
    baseURL: server.address,
    viewport: { width: 1366, height: 768 },
  });
  const devtools = await page.context().newCDPSession(page);
  const setSlowdown = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  const slowed = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    await setSlowdown(slowdown);
    const result = await act();
    await setSlowdown(1);
    return result;
  };
  await signIn(page, 'superadmin@doorstep.test');

  const visit = await findOfficeVisit(page);
  const first: number[] = [];
  const again: number[] = [];
  for (let run = 1; run <= runs; run++) {
    await page.goto(`/verification?view=${visit}`);
    await waitForCode(page, 'ReportFormModal');
    first.push(await slowed(() => openForm(page)));
    await page.goBack();
    await page.getByRole('dialog', { name: 'Verification', exact: true }).waitFor();
    again.push(await slowed(() => openForm(page)));
  }

  await page.getByLabel('Landmark', { exact: true }).focus();
  const typed = await slowed(() => timeKeys(page, keys));

  const turned: number[] = [];
  await Promise.all([untilFetched(page, 2), page.goto('/applicants')]);
  for (let next = 2; next <= runs + 1; next++) {
    await page.waitForTimeout(500);
    const prefetched = untilFetched(page, next + 1);
    turned.push(await slowed(() => turnPage(page, next)));
    await prefetched;
  }

  const measured = [
    { what: 'Office form, first opening', targetMs: 350, ...describeNumbers(first) },
    { what: 'Office form, opened again', targetMs: 350, ...describeNumbers(again) },
    { what: 'A key in the office form', targetMs: 50, ...describeNumbers(typed) },
    { what: 'A page of Applicants', targetMs: 150, ...describeNumbers(turned) },
  ];
  const run = { date: new Date().toISOString(), chromium: browser.version(), slowdown, machine };
  await record('form-speed', { ...run, measured }, [
    ['Until painted', 'Target, ms', 'Runs', 'Median, ms', 'p95, ms', 'Worst, ms'],
    ...measured.map((row) => Object.values(row)),
  ]);
} finally {
  await browser.close();
  await server.stop();
}

async function findOfficeVisit(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const get = async (path: string) => {
      const headers = { Authorization: `Bearer ${tokens.access_token}` };
      return (await fetch(`/api/v1/verification_tasks/${path}`, { headers })).json();
    };
    const { results } = await get('?page_size=100');
    for (const { verification_id: id } of results) {
      const { application_details: application } = await get(`${id}/`);
      if (application?.visit_type.startsWith('OFFICE')) return id;
    }
    throw new Error('The demo has no visit to an office');
  });
}

async function waitForCode(page: Page, chunk: string): Promise<void> {
  await page.waitForFunction(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    chunk,
  );
  await page.waitForLoadState('networkidle');
}

function openForm(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Edit & Download PDF' });
  return timeClickToPaint(page, button, { selector: '[name="manager_signature"]' });
}

function untilFetched(page: Page, number: number) {
  return page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    return pathname.includes('/applicants') && searchParams.get('page') === String(number);
  });
}

function turnPage(page: Page, next: number): Promise<number> {
  const button = page.getByRole('button', { name: 'Next page' });
  return timeClickToPaint(page, button, {
    selector: 'tbody:not(.dimmed) tr:first-child td:first-child',
    text: String((next - 1) * 10 + 1),
  });
}
