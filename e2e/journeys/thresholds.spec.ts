import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { signIn } from '../support/sign-in.ts';

const own = ownServer();

// Covers: evidence-16
test('a super admin changes what a check is held to, and finds the change in the audit', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await signIn(page, 'superadmin@doorstep.test');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('link', { name: 'Evidence' }).click();
  await page.getByRole('button', { name: 'Thresholds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thresholds' });
  await dialog.getByRole('textbox', { name: 'Short at the door: look below' }).fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Must be a whole number between 10 and 1,800 s')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Short at the door: look below' }).fill('90');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Thresholds changed.')).toBeVisible();
  await expect(dialog.getByText(/npm run recheck -- --since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'History of changes' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Changed what the checks are held to' });
  await row.getByRole('button', { name: /^View row/ }).click();
  const entry = page.getByRole('dialog', { name: 'Changed what the checks are held to' });
  await expect(entry.getByRole('row', { name: 'Short Seconds 120 90' })).toBeVisible();

  await page.goto('/evidence?check=visit.short');
  const check = page.getByRole('dialog', { name: 'Short at the door' });
  await expect(check.getByRole('textbox', { name: 'Short at the door: look below' })).toHaveValue(
    '90',
  );
  await expect(check.getByText('Originally 120')).toBeVisible();
  await context.close();
});
