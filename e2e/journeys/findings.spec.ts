import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { ownServer } from '../support/own-server.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();

// Covers: evidence-17, evidence-19, evidence-21
test('shows on the desk that a photo was sent for two cases, and dismisses it with a reason', async ({
  page,
}) => {
  const { email, tasks } = await own.office.hire('Nisha Rao', 'RESIDENCE', 'OFFICE');
  const agent = await openOffice(own.server.address, email);
  let id = 0;
  for (const task of tasks) id = await agent.submit(task.id);
  const path = `/api/v1/verification_tasks/${id}`;
  const isDue = async () => (await own.office.ask<Verification>('GET', path)).evidence_due;
  // Waits for the check before the page opens, because the page polls only for a minute. On a busy machine,
  // the check can take longer.
  await expect.poll(isDue, { timeout: 120_000 }).toBe(false);

  await enter(page, 'admin@doorstep.test');
  await page.goto(`/review?case=${id}`);
  const findings = page.getByRole('region', { name: 'Findings' });
  const sentence = findings.getByRole('button', { name: /^1 photo of this visit was also sent/ });
  await expect(sentence).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.locator('.finding-large img')).toHaveCount(2);
  await page.keyboard.press('d');
  await expect(page.getByRole('radio', { name: 'Explained by the agent' })).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(findings.getByText('1 dismissed')).toBeVisible();
  await expect(sentence).toBeHidden();
  const audited = '/api/v1/audit/?event=verification.dismiss_finding';
  const { results } = await own.office.ask<{ results: object[] }>('GET', audited);
  expect(results).toMatchObject([{ subject_id: id }]);
});
