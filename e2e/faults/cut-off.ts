import { randomUUID } from 'node:crypto';
import { texts } from '@doorstep/contract/texts';
import { expect, type Page, test } from '@playwright/test';
import { type CuttingProxy, startCuttingProxy } from '../support/network/cutting-proxy.ts';
import { enter } from '../support/sign-in.ts';
import { spreadsheet } from '../support/spreadsheet.ts';

interface CutOff {
  proxy: CuttingProxy;
  page: Page;
  token: string;
}

/** Before each test of the file, signs in an admin on a page behind a proxy that can cut connections. */
export function cutOff(): () => CutOff {
  let now: CutOff;
  test.beforeEach(async ({ browser }) => {
    const proxy = await startCuttingProxy(process.env.BASE_URL ?? '');
    const page = await browser.newPage({ baseURL: proxy.address });
    now = { proxy, page, token: await enter(page, 'admin@doorstep.test') };
  });
  test.afterEach(async () => {
    await now.page.close();
    now.proxy.stop();
  });
  return () => now;
}

/**
 * Uploads a spreadsheet while the proxy cuts the connection. If the upload fails, uploads the file again.
 * Expects that each row is stored once.
 */
export async function uploadCutOff({ page, proxy }: CutOff, place: 'request' | 'answer') {
  const file = await spreadsheet(`Cut ${randomUUID()}`, 3);
  await page.goto('/applicants?upload=true');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: file.name, mimeType: 'application/octet-stream' },
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  proxy.cutNext('POST /api/v1/bulk/bulk-upload/', place);
  const button = dialog.getByRole('button', { name: 'Upload', exact: true });
  await button.click();
  // If a reused connection breaks, the browser repeats the request automatically. In this case, no second
  // click is needed.
  const failure = dialog.getByText(texts.applicants.uploadFallback);
  const summary = dialog.getByText('Upload Summary');
  await expect(failure.or(summary)).toBeVisible({ timeout: 40_000 });
  if (await failure.isVisible()) await button.click();
  await expect(summary).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByText('Successful').locator('..')).toContainText('3');
  await expect(dialog.getByText('Failed', { exact: true }).locator('..')).toContainText('0');
}
