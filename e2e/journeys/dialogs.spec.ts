import { expect, test } from '@playwright/test';
import { signIn } from '../support/sign-in.ts';

// Covers: dialogs-1
test('three records opened and closed are one Back from the page before', async ({ page }) => {
  await signIn(page, 'admin@doorstep.test');
  await page.getByRole('link', { name: 'Manage Applicants' }).click();
  const view = page.getByRole('button', { name: /^View/ });
  const dialog = page.getByRole('dialog');
  for (const row of [0, 1, 2]) {
    await view.nth(row).click();
    await expect(dialog.getByRole('heading', { name: 'Application' })).toBeVisible();
    // The first takes a moment to go back, in which the second must not go back further.
    if (row === 1) await dialog.getByRole('button', { name: 'Close' }).first().dblclick();
    else {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/applicants$/);
    await expect(view.nth(row)).toBeFocused();
  }
  // A reload keeps the way back.
  await view.first().click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});
