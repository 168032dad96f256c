import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { leaveCase } from '../support/page/leave-case.ts';
import { notice } from '../support/page/notice.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();

test.beforeEach(({ page }) => enter(page, 'admin@doorstep.test'));

// Covers: review-6
test('decides six cases by keyboard alone', async ({ page }) => {
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

// Covers: held-visits-2
test('lets an admin use a held visit, and send its verification back', async ({ page }) => {
  await page.goto('/verification');
  await expect(page.getByText('1 held visit', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Settle' }).click();
  const held = page.getByRole('dialog', { name: 'Held Visits' });
  await expect(
    held.getByText(/^The task was given to .+, before this visit by .+ arrived\.$/),
  ).toBeVisible();
  await held.getByRole('button', { name: /^Use visit/ }).click();
  const message = held.getByText(/^The visit counts now, as verification \d+\.$/);
  await expect(message).toBeVisible();
  const id = /\d+/.exec((await message.textContent()) ?? '')?.[0];
  await held.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('1 held visit', { exact: true })).toBeHidden();

  await page.goto(`/verification?view=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Send Back' }).click();
  const sendBack = page.getByRole('dialog', { name: 'Send Back' });
  await sendBack.getByRole('checkbox', { name: 'Name plate missing' }).check();
  const press = () => sendBack.getByRole('button', { name: 'Send Back' }).click();
  await notice(page, 'The verification was sent back.', press);
  await expect(sendBack).toBeHidden();

  await page.goto(`/verification?view=${id}`);
  const why = page.getByRole('dialog').getByRole('paragraph');
  await expect(why.filter({ hasText: /Name plate missing/ })).toBeVisible();
});
