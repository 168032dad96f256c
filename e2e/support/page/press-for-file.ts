import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { pressUntilServed } from './press-until-served.ts';

export function pressForFile(page: Page, button: Locator): Promise<Download> {
  const alert = page.getByRole('alertdialog');
  return pressUntilServed(button, {
    path: '/api/v1/pdf-generator/',
    served: page.waitForEvent('download'),
    alert,
    dismiss: async () => {
      await alert.getByRole('button', { name: 'OK' }).click();
      await expect(alert).toBeHidden();
    },
  });
}
