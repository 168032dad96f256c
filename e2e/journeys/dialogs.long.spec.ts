import { expect, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

// Covers: dialogs-7
test('asks on Back before typed text in a panel of the desk is lost', async ({ page }) => {
  await enter(page, 'admin@doorstep.test');
  await page.goto('/verification');
  await page.getByRole('link', { name: /^Review/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('b');
  const panel = page.getByRole('dialog', { name: /^Send back to/ });
  await panel.getByLabel('Note to the agent').fill('The door is not theirs.');
  await page.goBack();
  await expect(panel.getByText('Close and lose what you changed?')).toBeVisible();
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await expect(panel).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/verification$/);
});
