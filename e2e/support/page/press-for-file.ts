import { type Download, expect, type Locator, type Page } from '@playwright/test';

/** Presses for a file until it comes: a busy server asks for another try. */
export async function pressForFile(page: Page, button: Locator): Promise<Download> {
  const downloading = page.waitForEvent('download');
  const alert = page.getByRole('alertdialog');
  for (let tries = 1; tries <= 5; tries += 1) {
    await button.click();
    const file = await Promise.race([downloading, alert.waitFor().then(() => undefined)]);
    if (file) return file;
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toBeHidden();
  }
  throw new Error('The file was refused five times');
}
