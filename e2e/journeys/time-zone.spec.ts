import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

const there = 'America/Los_Angeles';
const provider = 'Asia/Kolkata';
test.use({ timezoneId: there });

/** `day` is sortable. `shown` is the date and time as on the screen. */
function inZone(timeZone: string, moment: string | Date) {
  const at = new Date(moment);
  return {
    day: at.toLocaleDateString('sv-SE', { timeZone }),
    shown: at
      .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
      .replaceAll('\u202f', ' '),
  };
}

// Covers: formats-5
test('shows the provider’s days in list, record, form and summary in a browser of another zone', async ({
  page,
}) => {
  const token = await enter(page, 'admin@doorstep.test');
  const asked = await page.request.get(
    '/api/v1/verification_tasks/?admin_decision=pending&page_size=100',
    { headers: { authorization: `Bearer ${token}` } },
  );
  const { results } = (await asked.json()) as { results: Verification[] };
  // Finds a visit on an Indian morning, which is the previous evening in Los Angeles, in summer too.
  const visitOf = ({ visited_at, submitted_at }: Verification) => visited_at ?? submitted_at;
  const one = results.find(
    (each) => inZone(provider, visitOf(each)).day !== inZone(there, visitOf(each)).day,
  );
  if (!one) throw new Error('No visit of a morning in the demo');
  const { shown } = inZone(provider, one.submitted_at);

  await page.goto(`/verification?search=${one.applicant_ids}`);
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(there);
  const row = page.getByRole('row').filter({ hasText: String(one.verification_id) });
  await expect(row).toContainText(shown);

  await row.getByRole('button', { name: /^View/ }).click();
  const record = page.getByRole('dialog', { name: 'Verification' });
  await expect(record.getByText(shown).first()).toBeVisible();

  await record.getByRole('button', { name: 'Edit & Download PDF' }).click();
  const form = page.getByRole('dialog', { name: /Verification Form$/ });
  const visited = inZone(provider, visitOf(one)).day.split('-').toReversed().join('-');
  await expect(form.getByLabel(/^(Date & Time of Visit|Visit Date)/)).toHaveValue(visited);

  // 20:00 UTC is half past one at night in India. In Los Angeles it is still the day before.
  const night = new Date();
  night.setUTCHours(20, 0, 0, 0);
  await page.clock.setFixedTime(night);
  const summary = page.waitForRequest(/portfolio-summary\/\?/);
  await page.goto('/portfolio-summary');
  const range = new URL((await summary).url()).searchParams;
  const daysAgo = (days: number) =>
    inZone(provider, new Date(night.getTime() - days * 86_400_000)).day;
  expect(Object.fromEntries(range)).toEqual({ start_date: daysAgo(6), end_date: daysAgo(0) });
  expect(daysAgo(0)).not.toBe(inZone(there, night).day);
});
