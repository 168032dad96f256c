import { expect, test } from '@playwright/test';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { enter } from '../support/sign-in.ts';

// Covers: dialogs-1
test('needs one Back to leave the page after opening and closing three records', async ({
  page,
}) => {
  await enter(page, 'admin@doorstep.test');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Manage Applicants' }).click();
  // Filters the list, because new uploads of other journeys would move the rows.
  await page.getByRole('searchbox').fill('HL26');
  const found = /\/applicants\?search=HL26$/;
  await expect(page).toHaveURL(found);
  await expect(page.getByRole('row').filter({ hasText: 'HL26' })).toHaveCount(10);
  const view = page.getByRole('button', { name: /^View/ });
  const dialog = page.getByRole('dialog');
  for (const row of [0, 1, 2]) {
    const opener = view.nth(row);
    await pressAndSee(opener, dialog.getByRole('heading', { name: 'Application' }));
    // Two quick clicks must go back only once. Sends both clicks at the same time, because a later click
    // would reach the page behind the dialog.
    const close = dialog.getByRole('button', { name: 'Close' }).first();
    if (row === 1) await close.evaluate((button: HTMLElement) => [1, 2].map(() => button.click()));
    else {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(found);
    await expect(opener).toBeFocused();
  }
  // A reload keeps the browser's history, so after the dialog is closed, one Back still leads to Home.
  await pressAndSee(view.first(), dialog);
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

// Covers: dialogs-7
test('asks on Back and on a reload before typed text is lost', async ({ page }) => {
  await enter(page, 'superadmin@doorstep.test');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Agent', exact: true }).click();
  await page.getByRole('button', { name: 'Register Agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register Agent' });
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Asha Rao');
  const question = dialog.getByText('Close and lose what you changed?');
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/agent\?register=true$/);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Asha Rao');

  const asked = page.waitForEvent('dialog');
  // `reloading` resolves only after the browser's dialog is answered.
  const reloading = page.evaluate(() => location.reload());
  const browsers = await asked;
  expect(browsers.type()).toBe('beforeunload');
  await browsers.dismiss();
  await reloading;
  await expect(name).toHaveValue('Asha Rao');

  await page.goBack();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/agent$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});
