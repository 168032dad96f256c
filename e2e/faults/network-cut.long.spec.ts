import { expect, test } from '@playwright/test';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { cutOff, uploadCutOff } from './cut-off.ts';

const at = cutOff();

// Covers: fault-32
test('an upload cut off while it is sent can be sent again, and all of it is stored once', () =>
  uploadCutOff(at, 'request'));

// Covers: fault-35
test('a download cut in the middle says so; asked again it comes', async () => {
  const { proxy, page } = at;
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

// Covers: fault-43
test('a dialog whose code is gone says so, and the reload it offers brings it', async () => {
  const { page } = at;
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
