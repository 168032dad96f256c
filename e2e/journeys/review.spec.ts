import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { leaveCase } from '../support/page/leave-case.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();

// Covers: review-6
test('decides six cases by keyboard alone', async ({ page }) => {
  await enter(page, 'admin@doorstep.test');
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(type, () => document.documentElement.setAttribute('data-pointer', type));
    }
  });
  await page.goto('/review');

  const decided = new Map<string, string>();
  for (const decision of ['positive', 'positive', 'negative', 'positive', 'positive', 'negative']) {
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const id = new URL(page.url()).searchParams.get('case') ?? '';
    await leaveCase(page, id, () => page.keyboard.press(decision === 'positive' ? 'p' : 'n'));
    decided.set(id, decision);
  }
  expect(decided.size).toBe(6);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/verification');
  expect(await page.locator('html').getAttribute('data-pointer')).toBeNull();
  for (const [id, decision] of decided) {
    const stored = () => own.office.ask<Verification>('GET', `/api/v1/verification_tasks/${id}`);
    await expect.poll(stored).toMatchObject({ admin_decision: decision });
  }
});
