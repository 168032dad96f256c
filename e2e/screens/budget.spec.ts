import { test } from '@playwright/test';
import { expectScriptsWithin } from '../support/script-size.ts';
import { enter } from '../support/sign-in.ts';

test('keeps the first load of the sign-in within its budget', ({ page }) =>
  expectScriptsWithin(115, page, '/login', page.getByRole('button', { name: 'Log in' })));

test('keeps the first load of the applicants within its budget', async ({ page, browser }) => {
  await enter(page, 'admin@doorstep.test');
  const storageState = await page.context().storageState();
  const visitor = await browser.newPage({ storageState });
  const shown = visitor.getByRole('button', { name: /^View / }).first();
  await expectScriptsWithin(150, visitor, '/applicants', shown);
  await visitor.close();
});
