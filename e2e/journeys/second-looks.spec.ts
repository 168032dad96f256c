import type { Lender } from '@doorstep/contract/lenders';
import type { Verification, VerificationSummary } from '@doorstep/contract/verifications';
import { type Browser, expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { leaveCase } from '../support/page/leave-case.ts';
import { enter, signInByCall } from '../support/sign-in.ts';

const own = ownServer();

async function openDesk(browser: Browser, email: string, path: string) {
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await enter(page, email);
  await page.goto(path);
  await page.locator('.frame img').waitFor();
  return page;
}

// Covers: second-looks-12
test('asks for a second look and gives it, by keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000);
  const { address } = own.server;
  const headers = await signInByCall(address, 'superadmin@doorstep.test');
  const read = async <Answer>(path: string) =>
    (await (await fetch(`${address}/api/v1/${path}`, { headers })).json()) as Answer;
  const { results: lenders } = await read<{ results: Lender[] }>('lenders/');
  const pendingOf = ({ id }: Lender) =>
    read<{ results: VerificationSummary[] }>(
      `verification_tasks/?lender=${id}&admin_decision=pending&fields=list`,
    );
  const waiting = await Promise.all(lenders.map(pendingOf));
  const at = waiting.findIndex(({ results }) => results.some((one) => !one.sent_back));
  const { id: lenderId, open: _, ...content } = lenders[at] as Lender;
  const turnedOn = await fetch(`${address}/api/v1/lenders/${lenderId}/`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...content, second_looks: true }),
  });
  expect(turnedOn.status).toBe(200);
  const chosen = waiting[at]?.results.find((one) => !one.sent_back);
  const id = String(chosen?.verification_id);
  const name = chosen?.applicant ?? '';

  const first = await openDesk(browser, 'superadmin@doorstep.test', `/review?case=${id}`);
  await first.keyboard.press('l');
  await first.getByRole('dialog', { name: 'Ask for a second look' }).waitFor();
  await first.keyboard.press('p');
  await leaveCase(first, id, () => first.keyboard.press('Enter'));
  await first.close();

  const second = await openDesk(browser, 'admin@doorstep.test', '/review');
  await expect(second.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(second.getByText('Second look.', { exact: true })).toBeVisible();
  await leaveCase(second, id, () => second.keyboard.press('p'));
  await expect
    .poll(() => read<Verification>(`verification_tasks/${id}`), { timeout: 30_000 })
    .toMatchObject({ admin_decision: 'positive', looked_at: { state: 'agreed' } });
});
