import { texts } from '@doorstep/contract/texts';
import { expect, test } from '@playwright/test';
import { countCalls } from '../support/page/count-calls.ts';
import { notice } from '../support/page/notice.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { demoPassword, enter } from '../support/sign-in.ts';

const admin = 'admin@doorstep.test';

// Covers: fault-40
test('acts once on a double click', async ({ page, context }) => {
  const logins = countCalls(context, 'POST', '/auth/login/');
  // Collects the idempotency keys of the requests instead of counting the requests. The app may repeat a
  // failed request, but under the same key.
  const decisions = new Set<string | undefined>();
  context.on('request', (request) => {
    if (request.url().endsWith('/admin-decision/'))
      decisions.add(request.headers()['idempotency-key']);
  });
  const deletions = countCalls(context, 'DELETE', '/');
  await page.goto('/login');
  await page.getByLabel('Phone or email').fill(admin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).dblclick();
  await page.waitForURL('**/home');
  expect(logins()).toBe(1);

  await page.goto('/verification?decision=pending');
  // Takes the seventh row, because `network-cut.spec.ts` decides the fifth row.
  await page
    .getByRole('button', { name: /^Edit decision/ })
    .nth(6)
    .click();
  await page.getByRole('dialog').getByText('Negative', { exact: true }).click();
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await notice(page, 'Decision updated to negative.', () => update.dblclick());
  await expect(page.getByRole('dialog')).toBeHidden();
  expect([...decisions]).toEqual([expect.any(String)]);

  await page.goto('/applicants?assigned=false');
  await page
    .getByRole('button', { name: /^Delete / })
    .last()
    .click();
  const confirm = page.getByRole('alertdialog');
  const confirmed = confirm.getByRole('button', { name: 'Delete' });
  await notice(page, texts.applicants.deleted, () => confirmed.dblclick());
  await expect(confirm).toBeHidden();
  expect(deletions()).toBe(1);
});

// Covers: formats-1, fault-39
test('shows an error with Retry when an answer takes more than ten seconds', async ({ page }) => {
  await enter(page, admin);
  let isSlow = true;
  await page.route('**/api/v1/applicants/?*', async (route) => {
    if (!isSlow) await route.continue();
  });
  await page.goto('/applicants');
  await expect(page.getByText('Loading applicants data...')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(texts.applicants.fetch)).toBeVisible();
  isSlow = false;
  await pressAndSee(retry, page.getByRole('button', { name: /^View / }).first());
});
