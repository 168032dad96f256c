import { type Browser, expect } from '@playwright/test';
import { leaveCase } from './page/leave-case.ts';
import { enter } from './sign-in.ts';

/** Expects that each decision matches its key and that no pointer was used. */
export async function reviewByKeyboard(browser: Browser, address: string, cases: number) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const token = await enter(page, 'admin@doorstep.test');
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(type, () => document.documentElement.setAttribute('data-pointer', type));
    }
  });
  await page.goto('/review');

  const decided: [id: string, decision: string][] = [];
  const heading = page.getByRole('heading', { level: 1 });
  for (let count = 0; count < cases; count += 1) {
    await expect(heading).toBeFocused();
    const id = new URL(page.url()).searchParams.get('case') ?? '';
    const decision = count % 3 === 2 ? 'negative' : 'positive';
    const key = decision === 'positive' ? 'p' : 'n';
    await leaveCase(page, id, () => page.keyboard.press(key));
    decided.push([id, decision]);
  }
  expect(new Set(decided.map(([id]) => id)).size).toBe(cases);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/verification');
  expect(await page.locator('html').getAttribute('data-pointer')).toBeNull();

  const headers = { Authorization: `Bearer ${token}` };
  for (const [id, decision] of decided) {
    // Repeats the request, because a busy server asks for a retry.
    await expect(async () => {
      const kept = await page.request.get(`/api/v1/verification_tasks/${id}`, { headers });
      expect(await kept.json()).toMatchObject({ admin_decision: decision });
    }).toPass({ timeout: 30_000 });
  }
  await context.close();
}
