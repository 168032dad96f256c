import type { Page } from '@playwright/test';

export const demoPassword = 'Doorstep-demo-1';

/** Signs in to the demo as a person would; the browser ends up on Home. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
}
