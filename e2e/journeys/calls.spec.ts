import type { ApplicantRecord } from '@doorstep/contract/applicants';
import { expect, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { makeCall, phone, signInOnPhone } from '../support/phone/phone.ts';
import { enter } from '../support/sign-in.ts';

test.use(phone);

// Covers: field-app-60, field-app-63, visits-shown-5, phone-14
test('three calls without an answer are a reason to give a task back, and the office sees them', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const office = await openOffice(`${baseURL}`);
  const { email, tasks } = await office.hire('Leena Kamat', 'RESIDENCE');
  const [task] = tasks;
  if (!task) throw new Error('No task');
  await signInOnPhone(page, email);
  await page.locator(`a[href="/field/task/${task.id}"]`).click();
  await context.setOffline(true);
  for (let calls = 1; calls <= 3; calls += 1) await makeCall(page, 'No answer, or not reachable');
  await expect(page.getByText('Called 3 times')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Give this visit back' }).click();
  await page.getByRole('button', { name: 'Three calls without an answer' }).click();
  await page.getByRole('button', { name: 'Give back', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();

  const { given_back } = await office.ask<ApplicantRecord>('GET', `/api/v1/applicants/${task.id}/`);
  expect(given_back).toMatchObject({ by: 'Leena Kamat', reason: 'no_answer' });
  const desktop = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    baseURL: `${baseURL}`,
  });
  const desk = await desktop.newPage();
  await enter(desk, 'superadmin@doorstep.test');
  await desk.goto(`/applicants?view=${task.id}`);
  const calls = desk.getByRole('list', { name: 'Calls' }).getByRole('listitem');
  await expect(calls).toHaveCount(3);
  await expect(calls.first()).toContainText('Not reachable · Leena Kamat');
  await desktop.close();
});
