import { texts } from '@doorstep/contract/texts';
import { expect, type Page, test } from '@playwright/test';
import { countCalls } from '../support/page/count-calls.ts';
import { countToasts } from '../support/page/count-toasts.ts';
import { notice } from '../support/page/notice.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { enter, fillSignIn } from '../support/sign-in.ts';

const admin = 'admin@doorstep.test';

const firstView = (page: Page) => page.getByRole('button', { name: /^View / }).first();
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

const spoil = (page: Page, ...names: string[]) =>
  page.evaluate((names) => {
    const user = JSON.parse(localStorage.getItem('user') ?? '');
    for (const name of names) user.tokens[name] = 'spoilt';
    localStorage.setItem('user', JSON.stringify(user));
  }, names);

// Covers: fault-28
test('renews an expired token in two tabs together', async ({ context, page }) => {
  await enter(page, admin);
  const other = await context.newPage();
  const renewals = countCalls(context, 'POST', '/token/refresh/');
  await spoil(page, 'access_token');
  await Promise.all([page.goto('/applicants'), other.goto('/applicants')]);
  await expect(firstView(page)).toBeVisible();
  await expect(firstView(other)).toBeVisible();
  expect(renewals()).toBe(1);
  await expect.poll(() => stored(page)).not.toContain('spoilt');
});

test('logs out in all tabs, and on the server', async ({ context, page }) => {
  const token = await enter(page, admin);
  const other = await context.newPage();
  await Promise.all([page.goto('/home'), other.goto('/applicants')]);
  await expect(firstView(other)).toBeVisible();
  await page.getByRole('button', { name: /^Profile of/ }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  await notice(page, texts.loggedOut, () => logout.click());
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  await expect.poll(() => stored(other)).toBeNull();
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await page.request.get('/api/v1/applicants/', { headers })).status())
    .toBe(401);
});

// Covers: fault-29
test('ends a session that can’t be renewed once, and returns to the page after signing in', async ({
  page,
}) => {
  await enter(page, admin);
  await page.goto('/applicants');
  await firstView(page).click();
  await page.waitForURL('**view=*');
  const id = new URL(page.url()).searchParams.get('view');
  const toasts = await countToasts(page, texts.sessionExpired);
  // Leaves the app before the tokens are made invalid. Otherwise, a request of the idle page would end the
  // session, and the next page load would remove the toast.
  await page.goto('/favicon.svg');
  await spoil(page, 'access_token', 'refresh_token');
  await page.goto(`/applicants?assign=${id}`);
  await page.waitForURL('**/login?*');
  await expect.poll(toasts).toBe(1);
  await expect.poll(() => stored(page)).toBeNull();
  await fillSignIn(page, admin);
  await expect(page.getByRole('dialog', { name: /^(Rea|A)ssign Agent$/ })).toBeVisible();
  await expect(page).toHaveURL(`/applicants?assign=${id}`);
  expect(toasts()).toBe(1);
});

// Covers: fault-38
test('says that the browser is offline, and continues when it is online', async ({
  page,
  context,
}) => {
  await enter(page, admin);
  await page.goto('/applicants');
  await expect(firstView(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\./)).toBeHidden();
  await pressAndSee(page.getByRole('button', { name: 'Page 4' }), page.getByText(/^31–40 of/));
});
