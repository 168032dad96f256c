import type { Page } from 'playwright';
import { signIn } from '../../e2e/support/sign-in.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { openDemo } from './demo-browser.ts';
import { type Click, measureClick, timeKeys } from './paint-times.ts';

const slowdown = 6;
const runs = 15;
const keys = 50;
/** The wait before each measurement, in milliseconds, so that earlier work has ended. */
const settled = 500;

const machine = describeMachine();
await using demo = await openDemo();
const { server, browser } = demo;
const page = await browser.newPage({
  baseURL: server.address,
  viewport: { width: 1366, height: 768 },
});
// Blocks live updates, because their open connection would make the page count as loading forever.
await page.route('**/api/v1/events/**', (route) => route.fulfill({ status: 404 }));
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
await signIn(page, 'superadmin@doorstep.test');
const visit = await findOfficeVisit(page);

const slowed = await clickThrough(slowdown);
await page.goto(`/verification?form=${visit}`);
await page.getByLabel('Landmark', { exact: true }).focus();
await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
const typed = await timeKeys(page, keys);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
const unslowed = await clickThrough(1);

const rowOf = (what: string, targetMs: number, name: keyof typeof slowed) => ({
  what,
  targetMs,
  ...describeNumbers(slowed[name].map(({ waited }) => waited)),
  workTimesSlowdown: describeNumbers(unslowed[name].map(({ worked }) => worked * slowdown)).median,
});
const measured = [
  rowOf('Office form, first opening', 350, 'first'),
  rowOf('Office form, opened again', 350, 'again'),
  rowOf('Office form, its last field', 350, 'whole'),
  { what: 'A key in the office form', targetMs: 50, ...describeNumbers(typed) },
  rowOf('A page of Applicants', 150, 'turned'),
];
const run = { date: new Date().toISOString(), chromium: browser.version(), slowdown, machine };
await record('form-speed', { ...run, measured }, [
  ['Until painted, ms', 'Target', 'Runs', 'Median', 'p95', 'Worst', 'Work'],
  ...measured.map((row) => [
    ...[row.what, row.targetMs, row.runs, row.median, row.p95, row.worst],
    'workTimesSlowdown' in row ? row.workTimesSlowdown : '-',
  ]),
]);

async function clickThrough(slowdown: number) {
  const form = {
    button: page.getByRole('button', { name: 'Edit & Download PDF' }),
    sign: { selector: '[name="application_ref_no"]' },
    slowdown,
  };
  const lastField = { selector: '[name="manager_signature"]' };
  const first: Click[] = [];
  const again: Click[] = [];
  const whole: Click[] = [];
  for (let run = 1; run <= runs; run++) {
    await page.goto(`/verification?view=${visit}`);
    await waitForCode(page, 'ReportFormModal');
    first.push(await measureClick(page, devtools, form));
    await leaveForm();
    again.push(await measureClick(page, devtools, form));
    await leaveForm();
    whole.push(await measureClick(page, devtools, { ...form, sign: lastField }));
  }

  const button = page.getByRole('button', { name: 'Next page' });
  const turned: Click[] = [];
  await Promise.all([untilFetched(page, 2), page.goto('/applicants')]);
  for (let next = 2; next <= runs + 1; next++) {
    await page.waitForTimeout(settled);
    const prefetched = untilFetched(page, next + 1);
    turned.push(await measureClick(page, devtools, { button, sign: pageSign(next), slowdown }));
    await prefetched;
  }
  return { first, again, whole, turned };
}

async function leaveForm() {
  await page.goBack();
  await page.getByRole('dialog', { name: 'Verification', exact: true }).waitFor();
  await page.waitForTimeout(settled);
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

function untilFetched(page: Page, number: number) {
  return page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    return pathname.includes('/applicants') && searchParams.get('page') === String(number);
  });
}

/**
 * Returns the sign that page `number` of Applicants is shown: the number of the page's first row. Rows of the
 * previous page are dimmed, and don't match.
 */
function pageSign(number: number) {
  return {
    selector: 'tbody:not(.dimmed) tr:first-child td:first-child',
    text: String((number - 1) * 10 + 1),
  };
}
