import { texts } from '@doorstep/contract/texts';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { countCalls } from '../support/page/count-calls.ts';
import { countToasts } from '../support/page/count-toasts.ts';
import { notice } from '../support/page/notice.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { enter, fillSignIn } from '../support/sign-in.ts';

const admin = 'admin@doorstep.test';
const list = '/api/v1/applicants/';

const firstView = (page: Page) => page.getByRole('button', { name: /^View / }).first();
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

const spoil = (page: Page, ...names: string[]) =>
  page.evaluate((names) => {
    const user = JSON.parse(localStorage.getItem('user') ?? '');
    for (const name of names) user.tokens[name] = 'spoilt';
    localStorage.setItem('user', JSON.stringify(user));
  }, names);

async function findApplicantId(page: Page): Promise<string> {
  await firstView(page).click();
  await page.waitForURL('**view=*');
  return new URL(page.url()).searchParams.get('view') ?? '';
}

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
  await expect
    .poll(async () => (await page.request.get(list, { headers: bearer(token) })).status())
    .toBe(401);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// Covers: fault-29
test('ends a session that can’t be renewed once, and returns to the page after signing in', async ({
  page,
}) => {
  await enter(page, admin);
  await page.goto('/applicants');
  const id = await findApplicantId(page);
  const toasts = await countToasts(page, texts.sessionExpired);
  // Leaves the app first, because an idle page sends requests. Such a request would end the session, and
  // the toast would be lost with the page.
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

test('keeps a deep link over the sign-in, a reload and Back', async ({ page, context }) => {
  await enter(page, admin);
  await page.goto('/applicants');
  const id = await findApplicantId(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/applicants');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/applicants?page=3&view=${id}`);
  await page.waitForURL('**/login?*');
  await fillSignIn(page, admin);
  const isThere = async () => {
    await expect(page).toHaveURL(`/applicants?page=3&view=${id}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText(/^21–30 of/)).toBeVisible();
  };
  await isThere();
  await page.reload();
  await isThere();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/applicants?page=3');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/applicants?page=2');
  await page.goBack();
  await expect(page).toHaveURL('/applicants?page=3');
  await expect(page.getByText(/^21–30 of/)).toBeVisible();
  // Closing the linked dialog replaced its history entry, so Back leaves the list.
  await page.goBack();
  await expect(page).not.toHaveURL(/page=3|view=/);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(context.pages()).toHaveLength(1);
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

test('tells the later of two admins who make the same decision', async ({ page, browser }) => {
  await enter(page, admin);
  const context = await browser.newContext();
  const colleague = await context.newPage();
  const token = await enter(colleague, 'superadmin@doorstep.test');
  await page.goto('/verification?decision=pending');
  await page
    .getByRole('button', { name: /^Edit decision/ })
    .last()
    .click();
  await page.waitForURL('**decide=*');
  // Waits until the record is checked. Until then the page fetches the record every two seconds, and would
  // show the colleague's decision too early.
  const id = new URL(page.url()).searchParams.get('decide');
  const isDue = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const record = await colleague.request.get(`/api/v1/verification_tasks/${id}/`, { headers });
    if (!record.ok()) return true;
    return ((await record.json()) as { evidence_due?: boolean }).evidence_due ?? false;
  };
  await expect.poll(isDue, { timeout: 60_000 }).toBe(false);
  await page.reload();
  await colleague.goto(page.url());
  const decide = async (tab: Page, decision: string) => {
    await tab.getByRole('dialog').getByText(decision, { exact: true }).click();
    await tab.getByRole('button', { name: 'Update', exact: true }).click();
  };
  await notice(colleague, 'Decision updated to positive.', () => decide(colleague, 'Positive'));
  await decide(page, 'Negative');
  await expect(page.getByText(/Someone else changed .+ in the meantime\./)).toBeVisible();
  await page.getByRole('button', { name: 'Load the newer values' }).click();
  await expect(page.getByText(/Someone else changed/)).toBeHidden();
  await notice(
    page,
    'Decision updated to negative. It replaces the positive decision of Nandini Kulkarni.',
    () => page.getByRole('button', { name: 'Update', exact: true }).click(),
  );
  await expect(colleague.getByText(/It replaces/)).toHaveCount(0);
  await context.close();
});
