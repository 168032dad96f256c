import { randomUUID } from 'node:crypto';
import { texts } from '@doorstep/contract/texts';
import { expect, type Page, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { type CuttingProxy, startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { enter } from '../support/sign-in.ts';

/** Opens an admin's page behind a proxy that can cut connections, before each test of a file. */
export function cutOff(): {
  readonly proxy: CuttingProxy;
  readonly page: Page;
  readonly token: string;
} {
  let now: { proxy: CuttingProxy; page: Page; token: string };
  test.beforeEach(async ({ browser }) => {
    const proxy = await startCuttingProxy(process.env.BASE_URL ?? '');
    const context = await browser.newContext({ baseURL: proxy.address });
    const page = await context.newPage();
    now = { proxy, page, token: await enter(page, 'admin@doorstep.test') };
  });
  test.afterEach(async () => {
    await now.page.context().close();
    now.proxy.stop();
  });
  return {
    get proxy() {
      return now.proxy;
    },
    get page() {
      return now.page;
    },
    get token() {
      return now.token;
    },
  };
}

async function chooseSpreadsheet(page: Page) {
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

/**
 * Uploads a spreadsheet while its connection is cut, and again if that fails. Expects that each row is
 * stored once.
 */
export async function uploadCutOff(
  at: ReturnType<typeof cutOff>,
  place: 'request' | 'answer',
): Promise<void> {
  const { page, proxy } = at;
  const dialog = await chooseSpreadsheet(page);
  proxy.cutNext('POST /api/v1/bulk/bulk-upload/', place);
  const button = dialog.getByRole('button', { name: 'Upload', exact: true });
  await button.click();
  // No second click is needed if the browser repeats the request automatically, as it does when a reused
  // connection breaks.
  const failure = dialog.getByText(texts.applicants.uploadFallback);
  const summary = dialog.getByText('Upload Summary');
  await expect(failure.or(summary)).toBeVisible({ timeout: 40_000 });
  if (await failure.isVisible()) await button.click();
  await expect(summary).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByText('Successful').locator('..')).toContainText('3');
  await expect(dialog.getByText('Failed', { exact: true }).locator('..')).toContainText('0');
}
