import { deleteApplicant, getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { login } from '@doorstep/contract/auth';
import { nextCases, renewClaim } from '@doorstep/contract/review';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { switchSingleKeys } from './lib/single-keys.ts';
import { applicantOf } from './testing/applicants.ts';
import { press } from './testing/page/page-clock.ts';
import { renderApp, superAdmin } from './testing/render-app.tsx';
import { verificationOf } from './testing/verifications.ts';

const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });
const online = () => window.dispatchEvent(new Event('online'));
function goOffline() {
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void online());
}

beforeEach(() => {
  answer(listApplicants, { results: [kabir], count: 1, next: null, previous: null });
  answer(getApplicant, kabir);
});

// Covers: fault-38
test('what is pressed offline fails at once, can be left, and is not sent later', async () => {
  let sent = 0;
  answer(deleteApplicant, () => {
    sent += 1;
    return noConnection();
  });
  const { screen, address } = await renderApp('/applicants?delete=42');
  const dialog = screen.getByRole('alertdialog', { name: 'Delete applicant' });
  await expect.element(dialog.getByText('Kabir Shah')).toBeVisible();
  goOffline();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('An error occurred while deleting. Please try again.');
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/applicants');
  online();
  await screen.getByRole('button', { name: 'Not Assigned' }).click();
  await expect.element(screen.getByText(/^Filter Active/)).toBeVisible();
  expect(sent).toBe(1);
});

// Covers: fault-38
test('a case that is decided offline comes back to the desk with its words', async () => {
  switchSingleKeys(true);
  answer(nextCases, ({ body }) => ({
    verification_ids: 'after' in (body as object) ? [] : [501],
  }));
  answer(renewClaim, { expires_at: '2026-03-05T05:00:00.000Z' });
  answer(getVerification, verificationOf());
  answer(decideVerification, () => noConnection());
  const { screen } = await renderApp('/review');
  const name = screen.getByRole('heading', { level: 1, name: 'रमेश कुमार शर्मा' });
  await expect.element(name).toHaveFocus();
  goOffline();
  answer(getVerification, () => noConnection());
  await press('p');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('No response from server. Please check your connection.');
  await expect.element(name).toBeVisible();
});

// Covers: fault-38
test('who signed out offline has their lists after the next sign-in', async () => {
  const { screen, address } = await renderApp('/applicants');
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
  goOffline();
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  await screen.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(address).toBe('/login');
  online();
  answer(login, Response.json({ success: true, user: superAdmin, tokens: superAdmin.tokens }));
  await screen.getByLabelText('Phone or email').fill('nandini@doorstep.test');
  await screen.getByLabelText('Password', { exact: true }).fill('Doorstep-demo-1');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(address).toBe('/home');
  await screen.getByRole('link', { name: 'Applicants', exact: true }).click();
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
});
