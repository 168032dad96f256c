import type { ApplicantRecord } from '@doorstep/contract/applicants';
import { expect, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { makeCall, openAt, phone, signInOnPhone, typePin } from '../support/phone/phone.ts';
import { enter } from '../support/sign-in.ts';

test.use(phone);

// Covers: messages-7, messages-8, messages-9, field-app-60, field-app-63, visits-shown-5, phone-14
test('the office asks; the agent answers and calls without a network, and gives the task back', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const office = await openOffice(`${baseURL}`);
  const { email, tasks } = await office.hire('Tara Menon', 'RESIDENCE');
  const [task] = tasks;
  const desktop = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    baseURL: `${baseURL}`,
  });
  const desk = await desktop.newPage();
  await enter(desk, 'superadmin@doorstep.test');
  await desk.goto(`/applicants?view=${task.id}`);
  await desk.getByLabel('Message to Tara Menon').fill('Which floor is it?');
  await desk.getByRole('button', { name: 'Send message' }).click();
  const messages = desk.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(messages).toContainText(['Which floor is it?']);

  await signInOnPhone(page, email);
  await expect(page.getByText('1 new message')).toBeVisible();
  await page.locator(`a[href="/field/task/${task.id}"]`).click();
  await expect(page.getByText('Which floor is it?')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Your message').fill('Third floor, no lift.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Waiting to send')).toBeVisible();
  await page.reload();
  await typePin(page);
  await expect(page.getByText('Third floor, no lift.')).toBeVisible();
  await expect(page.getByText('Waiting to send')).toBeVisible();
  for (let calls = 1; calls <= 3; calls += 1) await makeCall(page, 'No answer, or not reachable');
  await context.setOffline(false);
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });

  await desk.goto('/home');
  await expect(desk.getByText(/unread messages?$/)).toBeVisible({ timeout: 60_000 });
  await desk.goto(`/applicants?view=${task.id}`);
  await expect(messages.first()).toContainText('Read by the agent');
  await expect(messages.last()).toContainText('Third floor, no lift.');

  await openAt(page, `/field/task/${task.id}`);
  await expect(page.getByText('Read by the office')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Give this visit back' }).click();
  await page.getByRole('button', { name: 'Three calls without an answer' }).click();
  await page.getByRole('button', { name: 'Give back', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  const { given_back } = await office.ask<ApplicantRecord>('GET', `/api/v1/applicants/${task.id}/`);
  expect(given_back).toMatchObject({ by: 'Tara Menon', reason: 'no_answer' });
  await desk.reload();
  const calls = desk.getByRole('list', { name: 'Calls' }).getByRole('listitem');
  await expect(calls).toContainText(Array(3).fill('Not reachable · Tara Menon'));
  await desktop.close();
});
