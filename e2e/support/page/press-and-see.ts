import { expect, type Locator } from '@playwright/test';

/** Presses a button and waits for its result. A press without effect fails with both named. */
export async function pressAndSee(button: Locator, shown: Locator): Promise<void> {
  await button.click();
  await expect(shown, `after a press of ${button}`).toBeVisible();
}
