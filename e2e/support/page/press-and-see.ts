import { expect, type Locator } from '@playwright/test';

export async function pressAndSee(button: Locator, shown: Locator): Promise<void> {
  await button.click();
  await expect(shown, `after a press of ${button}`).toBeVisible();
}
