import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { codeOf } from '../../server/src/testing/totp-code.ts';
import { openOffice } from '../support/office.ts';
import { notice } from '../support/page/notice.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { demoPassword, fillSignIn } from '../support/sign-in.ts';

const password = demoPassword.replace('demo', 'Kavya');

/** Registers a new admin for each try, so that the demo's admins keep signing in without a second step. */
async function register(address: string): Promise<{ email: string }> {
  const office = await openOffice(address);
  const own = randomInt(100_000, 1_000_000);
  const person = { email: `kavya.nair${own}@doorstep.test`, phone: `9811${own}`, password };
  const path = '/api/v1/auth/register/';
  await office.ask('POST', path, { name: 'Kavya Nair', ...person, is_admin: true });
  return person;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
}

test('sets up two-step sign-in, signs in with a code, and ends another session', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await register(`${baseURL}`);
  await page.goto('/login');
  await fillSignIn(page, email, password);
  await page.waitForURL('**/home');

  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('link', { name: 'Two-step sign-in' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const secret = key?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Six-digit code').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await pressAndSee(
    page.getByRole('button', { name: 'I have saved them' }),
    page.getByText(/10 recovery codes left/),
  );
  await logOut(page);

  await fillSignIn(page, email, password);
  const field = page.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await field.fill('000000');
  await pressAndSee(
    page.getByRole('button', { name: 'Log in' }),
    page.getByText(/^This code is wrong or was already used\./),
  );
  await field.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await fillSignIn(other, email, password);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(recoveryCode);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.waitForURL('**/home');

  await page.goto('/account/sessions');
  await expect(page.getByText('This session')).toHaveCount(1);
  const endOther = page.getByRole('button', { name: /^End session of Chrome on / });
  await notice(page, 'Session ended', () => endOther.click());
  // The other page may already show the sign-in form, because a live update makes the page send a request.
  await other.goto('/applicants');
  await other.waitForURL('**/login?*');
  await elsewhere.close();
});
