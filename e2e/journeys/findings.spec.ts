import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Verification } from '@doorstep/contract/verifications';
import { expect, type Page, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { ownServer } from '../support/own-server.ts';
import { pressAndSee } from '../support/page/press-and-see.ts';
import { enter } from '../support/sign-in.ts';

const house = fileURLToPath(new URL('../../server/fixtures/photos/house.jpg', import.meta.url));

const own = ownServer();

/** On a busy machine, the check can take longer than the minute for which a page polls. */
const isChecked = (id: number | string | undefined) =>
  expect
    .poll(
      async () => {
        const path = `/api/v1/verification_tasks/${id}`;
        return (await own.office.ask<Verification>('GET', path)).evidence_due;
      },
      { timeout: 120_000 },
    )
    .toBe(false);

async function at(page: Page, path: string) {
  await enter(page, 'admin@doorstep.test');
  await page.goto(path);
}

// Covers: evidence-17, evidence-19, evidence-21
test('shows on the desk that a photo was sent for two cases, and dismisses it with a reason', async ({
  browser,
}) => {
  const { email, tasks } = await own.office.hire('Nisha Rao', 'RESIDENCE', 'OFFICE');
  const agent = await openOffice(own.server.address, email);
  const ids: number[] = [];
  for (const { id } of tasks) {
    const form = new FormData();
    form.append('applicant_id', String(id));
    form.append('overall_observation', 'positive');
    form.append('photos', new File([await readFile(house)], 'house.jpg', { type: 'image/jpeg' }));
    const sent = await agent.ask<{ verification_id: number }>(
      ...(['POST', '/api/v1/verification_tasks/', form] as const),
    );
    ids.push(sent.verification_id);
  }
  await isChecked(ids[1]);
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await at(page, `/review?case=${ids[1]}`);
  const findings = page.getByRole('region', { name: 'Findings' });
  const sentence = findings.getByRole('button', { name: /^1 photo of this visit was also sent/ });
  await expect(sentence).toBeVisible();
  await expect(findings.getByText('Serious')).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.locator('.finding-large img')).toHaveCount(2);
  await page.keyboard.press('d');
  await expect(page.getByRole('radio', { name: 'Explained by the agent' })).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(findings.getByText('1 dismissed')).toBeVisible();
  await expect(sentence).toBeHidden();

  await enter(page, 'superadmin@doorstep.test');
  await page.goto('/audit?event=verification.dismiss_finding');
  await expect(page.getByRole('row', { name: /dismiss/i })).toHaveCount(1);
  const audit = await own.office.ask<{ results: { id: number; subject_id: number }[] }>(
    ...(['GET', '/api/v1/audit/?event=verification.dismiss_finding'] as const),
  );
  expect(audit.results).toMatchObject([{ subject_id: ids[1] }]);
  const entry = await own.office.ask<{ after: object }>(
    'GET',
    `/api/v1/audit/${audit.results[0]?.id}/`,
  );
  expect(entry.after).toMatchObject({ check: 'photo.same_file', because: 'explained' });
  await context.close();
});

// Covers: evidence-20
test('corrects a wrong pin code from its finding, and checks the case again', async ({
  browser,
}) => {
  const { results } = await own.office.ask<{ results: Verification[] }>(
    ...(['GET', '/api/v1/verification_tasks/?admin_decision=pending&page_size=100'] as const),
  );
  const wrong = results.find(
    ({ application_details: one }) => one && !one.address.endsWith(one.pin_code),
  );
  const right = wrong?.application_details?.address.slice(-6) ?? '';
  await isChecked(wrong?.verification_id);
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await at(page, `/verification?view=${wrong?.verification_id}`);
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByRole('button', { name: 'Correct pin code' }).click();
  await page.getByLabel('Right pin code').fill(right);
  await page.keyboard.press('Enter');
  await expect(findings.getByText(/^All findings are dismissed/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('A colleague has changed this record.')).toBeHidden();
  await isChecked(wrong?.verification_id);
  const kept = await own.office.ask<Verification>(
    ...(['GET', `/api/v1/verification_tasks/${wrong?.verification_id}`] as const),
  );
  expect(kept.application_details?.pin_code).toBe(right);
  expect(kept).toMatchObject({
    evidence: { findings: [{ check: 'place.district', dismissed: { because: 'pin_code_wrong' } }] },
  });
  await context.close();
});

// Covers: evidence-16
test('changes a threshold as super admin, and shows the change in the audit', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: own.server.address });
  const page = await context.newPage();
  await enter(page, 'superadmin@doorstep.test');
  await page.goto('/home');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('link', { name: 'Evidence' }).click();
  await page.getByRole('button', { name: 'Thresholds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thresholds' });
  await dialog
    .getByRole('textbox', { name: 'Short time at the door: time that is worth a look' })
    .fill('5');
  await pressAndSee(
    dialog.getByRole('button', { name: 'Save' }),
    dialog.getByText('Enter a whole number from 10 to 1,800 s'),
  );
  await dialog
    .getByRole('textbox', { name: 'Short time at the door: time that is worth a look' })
    .fill('90');
  await pressAndSee(
    dialog.getByRole('button', { name: 'Save' }),
    dialog.getByText('Thresholds changed.'),
  );
  await expect(dialog.getByText(/npm run recheck -- --since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'History of changes' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Changed the thresholds of checks' });
  await row.getByRole('button', { name: /^View row/ }).click();
  const entry = page.getByRole('dialog', { name: 'Changed the thresholds of checks' });
  await expect(entry.getByRole('row', { name: 'Short Seconds 120 90' })).toBeVisible();

  await page.goto('/evidence?check=visit.short');
  const check = page.getByRole('dialog', { name: 'Short time at the door' });
  await expect(
    check.getByRole('textbox', { name: 'Short time at the door: time that is worth a look' }),
  ).toHaveValue('90');
  await expect(check.getByText('Default 120')).toBeVisible();
  await context.close();
});
