import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { notice } from '../support/page/notice.ts';
import { reviewByKeyboard } from '../support/review-by-keyboard.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();

// Covers: review-6
test('decides six cases by keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000);
  await reviewByKeyboard(browser, own.server.address, 6);
});

// Covers: held-visits-2
test('lets an admin use a held visit, and send its verification back', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await enter(page, 'admin@doorstep.test');
  await page.goto('/verification');
  await expect(page.getByText('1 held visit', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Settle' }).click();
  const held = page.getByRole('dialog', { name: 'Held Visits' });
  await expect(
    held.getByText(/^The task was given to .+, before this visit by .+ arrived\.$/),
  ).toBeVisible();
  const answering = page.waitForResponse('**/use/');
  await held.getByRole('button', { name: /^Use visit/ }).click();
  const { message } = (await (await answering).json()) as { message: string };
  const id = /^The visit counts now, as verification (\d+)\.$/.exec(message)?.[1];
  await expect(held.getByText(message)).toBeVisible();
  await held.getByRole('button', { name: 'Close' }).first().click();
  await expect(held).toBeHidden();
  await expect(page.getByText('1 held visit', { exact: true })).toBeHidden();

  await page.getByRole('searchbox').fill(String(id));
  const row = page.getByRole('row').filter({ hasText: String(id) });
  await row.getByRole('button', { name: /^View/ }).click();
  const record = page.getByRole('dialog');
  await record.getByRole('button', { name: 'Send Back' }).click();
  const sendBack = page.getByRole('dialog', { name: 'Send Back' });
  await sendBack.getByRole('checkbox', { name: 'Name plate missing' }).check();
  const press = () => sendBack.getByRole('button', { name: 'Send Back' }).click();
  await notice(page, 'The verification was sent back.', press);
  await expect(sendBack).toBeHidden();

  await page.goto(`/verification?view=${id}`);
  const why = page
    .getByRole('dialog')
    .getByRole('paragraph')
    .filter({ hasText: /Name plate missing/ });
  await expect(why).toBeVisible();
  await context.close();
});
