import { expect, type Locator } from '@playwright/test';

/** Presses a button and waits for its result. If the result doesn't appear, the error names the button. */
export async function pressAndSee(button: Locator, shown: Locator): Promise<void> {
  await button.click();
  await expect(shown, `after a press of ${button}`).toBeVisible();
}
