import { randomUUID } from 'node:crypto';
import { texts } from '@doorstep/contract/texts';
import { expect, type Page, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { type CuttingProxy, startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { notice } from '../support/page/notice.ts';
import { enter } from '../support/sign-in.ts';

const admin = 'admin@doorstep.test';
let proxy: CuttingProxy;
let page: Page;
let token: string;
test.beforeEach(async ({ browser }) => {
  proxy = await startCuttingProxy(process.env.BASE_URL ?? '');
  const context = await browser.newContext({ baseURL: proxy.address });
  page = await context.newPage();
  token = await enter(page, admin);
});
test.afterEach(async () => {
  await page.context().close();
  proxy.stop();
});

async function chooseSpreadsheet() {
  const header = ['application_id', 'applicant_name', 'portfolio_name', 'visit_type'];
  const rest = ['mobile_number', 'pin_code', 'address'];
  const rows = [1, 2, 3].map((row) => [
    ...[`${randomUUID()}-${row}`, `Applicant ${row}`, 'Cut Off Homes', 'RESIDENCE'],
    ...['9820098200', '400001', '1 Station Road'],
  ]);
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [[...header, ...rest], ...rows] }] });
  await page.goto('/applicants?upload=true');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'cut-off.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(bytes),
  });
  return dialog;
}

for (const [place, what] of [
  ['request', 'an upload cut off while it is sent'],
  ['answer', 'an upload whose answer is cut off'],
] as const) {
  // Covers: fault-32, fault-33
  test(`${what} can be sent again, and all of it is stored once`, async () => {
    const dialog = await chooseSpreadsheet();
    proxy.cutNext('POST /api/v1/bulk/bulk-upload/', place);
    const button = dialog.getByRole('button', { name: 'Upload', exact: true });
    await button.click();
    // A browser repeats a request by itself when an old connection breaks under it: then nobody need click again.
    const failure = dialog.getByText(texts.applicants.uploadFallback);
    const summary = dialog.getByText('Upload Summary');
    await expect(failure.or(summary)).toBeVisible({ timeout: 40_000 });
    if (await failure.isVisible()) await button.click();
    await expect(summary).toBeVisible({ timeout: 40_000 });
    await expect(dialog.getByText('Successful').locator('..')).toContainText('3');
    await expect(dialog.getByText('Failed', { exact: true }).locator('..')).toContainText('0');
  });
}

// Covers: fault-34
test('a decision whose answer is cut off is repeated by itself and made once', async () => {
  await page.goto('/verification?decision=pending');
  await page
    .getByRole('button', { name: /^Edit decision/ })
    .nth(4)
    .click();
  await page.waitForURL('**decide=*');
  const id = new URL(page.url()).searchParams.get('decide');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Negative', { exact: true }).click();
  proxy.cutNext(`POST /api/v1/verification_tasks/${id}/admin-decision/`, 'answer');
  const update = dialog.getByRole('button', { name: 'Update', exact: true });
  await notice(page, 'Decision updated to negative.', () => update.click());
  const history = await page.request.get(`/api/v1/verification_tasks/${id}/history/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { results } = (await history.json()) as { results: { action: string }[] };
  expect(results.filter(({ action }) => action === 'decide')).toHaveLength(1);
});

// Covers: fault-35
test('a download cut in the middle says so; asked again it comes', async () => {
  await page.goto('/verification');
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const download = page.getByRole('button', { name: 'Download PDF', exact: true });
  proxy.cutNext('POST /api/v1/pdf-generator/generate_pdf/', 'middle');
  await download.click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Failed to download PDF. Please try again later.');
  await alert.getByRole('button').last().click();
  const downloading = page.waitForEvent('download');
  // A busy server asks for another try.
  await expect(async () => {
    if (await alert.isVisible()) await alert.getByRole('button').last().click();
    await download.click();
    const refused = alert.waitFor().then(() => undefined);
    const file = await Promise.race([downloading, refused]);
    expect(await file?.failure()).toBeNull();
  }).toPass();
});

// Covers: fault-42
test('a page of a newer version is fetched anew when the open one’s code is gone', async () => {
  await page.goto('/home');
  let isGone = true;
  await page.route(/\/assets\/ApplicantsPage.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.getByRole('link', { name: 'Applicants', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Applicants' })).toBeVisible();
});

// Covers: fault-43
test('a dialog whose code is gone says so, and the reload it offers brings it', async () => {
  await page.goto('/verification');
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  let isGone = true;
  await page.route(/\/assets\/DecisionModal.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.reload();
  await page
    .getByRole('button', { name: /^Edit decision/ })
    .first()
    .click();
  await expect(page.getByText('This page has stopped working')).toBeVisible();
  isGone = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('dialog', { name: 'Update Admin Decision' })).toBeVisible();
});
