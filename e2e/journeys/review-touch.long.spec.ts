import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { leaveCase } from '../support/page/leave-case.ts';
import { enter } from '../support/sign-in.ts';

ownServer();
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

// Covers: review-9, sending-back-7
test('views, sends back and decides a case by touch alone', async ({ page }) => {
  await enter(page, 'admin@doorstep.test');
  await page.goto('/review');
  const heading = page.getByRole('heading', { level: 1 });
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  const caseId = () => new URL(page.url()).searchParams.get('case');
  await expect(heading).toBeFocused();
  await expect(page.locator('.frame img')).toBeVisible();

  await tap('Next photo');
  await expect(page.locator('.thumb').nth(1)).toHaveAttribute('aria-current', 'true');
  await tap('Previous photo');
  await page.locator('.thumb').nth(1).tap();
  await expect(page.locator('.thumb').nth(1)).toHaveAttribute('aria-current', 'true');
  await tap('Zoom');
  await expect(page.locator('.frame.zoomed')).toBeVisible();
  await tap('Larger');
  await tap('Smaller');
  await tap('Zoom');
  await expect(page.locator('.frame.zoomed')).toHaveCount(0);
  await tap('Rotate');
  await expect(page.locator('.frame img')).toHaveClass(/turned-1/);
  await tap('Place');
  await expect(page.locator('.place-picture.large')).toBeVisible();
  await tap('Place');
  await tap('Report form');
  const form = page.getByRole('dialog', { name: /Verification Form$/ });
  await form.getByRole('button', { name: 'Close' }).first().tap();
  await tap('All keys');
  const keys = page.getByRole('dialog', { name: 'All keys' });
  await keys.getByRole('button', { name: 'Close' }).first().tap();
  await expect(keys).toBeHidden();

  const first = caseId();
  await tap('Send back');
  const panel = page.getByRole('dialog', { name: /^Send back to/ });
  await panel.getByRole('checkbox', { name: 'Name plate missing' }).tap();
  const plate = panel.getByRole('checkbox', { name: 'Name plate', exact: true });
  await expect(plate).toBeChecked();
  await panel.getByRole('checkbox', { name: 'Street', exact: true }).tap();
  const sent = page.waitForRequest('**/send-back/');
  await panel.getByRole('button', { name: 'Send back' }).tap();
  expect((await sent).postDataJSON()).toMatchObject({ photos_wanted: ['nameplate', 'street'] });
  await expect.poll(caseId).not.toBe(first);

  const second = caseId() ?? '';
  await leaveCase(page, second, () => tap('Positive'));
  await page.getByRole('region', { name: 'Keys' }).getByRole('button', { name: /^Undo/ }).tap();
  await expect.poll(caseId).toBe(second);
  await tap('Leave');
  await expect(page).toHaveURL(/\/verification$/);
});
