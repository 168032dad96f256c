import { expect, test } from '@playwright/test';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { cutOff, uploadCutOff } from './cut-off.ts';

const at = cutOff();

// Covers: fault-32
test('stores everything once when an upload is cut while it is sent, and repeated', () =>
  uploadCutOff(at(), 'request'));

// Covers: fault-35
test('reports a download that was cut, and succeeds on a retry', async () => {
  const { proxy, page } = at();
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
  // A busy server may reject the download, so the test repeats the click.
  await expect(async () => {
    if (await alert.isVisible()) await alert.getByRole('button').last().click();
    await download.click();
    const refused = alert.waitFor().then(() => undefined);
    const file = await Promise.race([downloading, refused]);
    expect(await file?.failure()).toBeNull();
  }).toPass();
});

// Covers: fault-43
test('reports a dialog whose code is missing, and offers a reload that fixes it', async () => {
  const { page } = at();
  await page.goto('/verification');
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  let isGone = true;
  await page.route(/\/assets\/DecisionModal.*\.js/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.reload();
  await pressAndSee(
    page.getByRole('button', { name: /^Edit decision/ }).first(),
    page.getByText('This page has stopped working'),
  );
  isGone = false;
  await pressAndSee(
    page.getByRole('button', { name: 'Reload' }),
    page.getByRole('dialog', { name: 'Update Admin Decision' }),
  );
});
