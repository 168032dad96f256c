import { deleteApplicant, getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { login } from '@doorstep/contract/auth';
import { nextCases, renewClaim, reviewQueue } from '@doorstep/contract/review';
import { answer, network, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listUsers } from '@doorstep/contract/users';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { http } from 'msw';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from './lib/api/api-client.ts';
import { switchSingleKeys } from './lib/single-keys.ts';
import { listOf, usersOf } from './testing/answers.ts';
import { applicantOf } from './testing/applicants.ts';
import { logIn, logOut, welcome } from './testing/page/log-in.ts';
import { press } from './testing/page/page-clock.ts';
import { renderApp } from './testing/render-app.tsx';
import { verificationOf } from './testing/verifications.ts';

const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });
const online = () => window.dispatchEvent(new Event('online'));
function goOffline() {
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void online());
}

beforeEach(() => {
  answer(listApplicants, listOf([kabir]));
  answer(getApplicant, kabir);
});

// Covers: fault-38
test('fails immediately offline, can be closed, and sends nothing later', async () => {
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
  await pressAndSee('Not Assigned', screen.getByText(/^Filter Active/));
  await expect.poll(() => sent).toBe(1);
});

// Covers: fault-38, fault-63
test('keeps an offline decision with its error until the server answers again', async () => {
  switchSingleKeys(true);
  answer(nextCases, ({ body }) => ({
    verification_ids: 'after' in (body as object) ? [] : [501],
  }));
  answer(renewClaim, { expires_at: '2026-03-05T05:00:00.000Z' });
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/review');
  const name = screen.getByRole('heading', { level: 1, name: 'रमेश कुमार शर्मा' });
  await expect.element(name).toHaveFocus();
  goOffline();
  for (const endpoint of [decideVerification, getVerification, reviewQueue, nextCases, renewClaim])
    answer(endpoint, () => noConnection());
  await press('p');
  const unsaved = screen.getByRole('alert');
  await expect
    .poll(() => {
      // Repeats the event, because a late answer to an earlier call would mark the server as reachable again.
      window.dispatchEvent(new Event('offline'));
      return unsaved.query()?.textContent;
    })
    .toBe(
      'Not saved: Positive for रमेश कुमार शर्मा. No response from server. Please check your connection. Try again?',
    );
  await expect.element(name).toBeVisible();
  online();
  await expect
    .element(unsaved)
    .toMatchTextContent(/^Not saved: Positive for रमेश कुमार शर्मा\. Try again\?$/);
});

// Covers: fault-63
test('fetches unanswered data again as soon as the server answers anything', async () => {
  answer(listApplicants, () => noConnection());
  answer(getApplicant, () => noConnection());
  const { screen } = await renderApp('/applicants?view=42');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  answer(listApplicants, listOf([kabir]));
  answer(getApplicant, kabir);
  answer(listUsers, usersOf([]));
  await call(listUsers);
  await expect.element(dialog.getByRole('heading', { name: 'Kabir Shah' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
});

// Covers: fault-63
test('shows “no answer” in a decision dialog only until the server answers', async () => {
  // The page's other calls never end, because a late answer to one of them would remove the message.
  network.use(http.all('*/api/v1/*', () => new Promise<never>(() => {})));
  answer(getVerification, verificationOf());
  answer(decideVerification, () => noConnection());
  const { screen } = await renderApp('/verification?decide=501');
  const dialog = screen.getByRole('dialog');
  await dialog.getByText('Positive').click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  const words = dialog.getByRole('alert');
  await expect
    .element(words)
    .toMatchTextContent('No response from server. Please check your connection.');
  answer(listUsers, usersOf([]));
  await call(listUsers);
  await expect
    .element(words)
    .toMatchTextContent('The connection is back. The decision may not have been saved: try again.');
});

// Covers: fault-38
test('shows the lists at the next sign-in after an offline sign-out', async () => {
  const { screen, address } = await renderApp('/applicants');
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
  goOffline();
  await logOut(screen);
  await expect.poll(address).toBe('/login');
  online();
  answer(login, welcome);
  await logIn(screen);
  await expect.poll(address).toBe('/home');
  await screen.getByRole('link', { name: 'Applicants', exact: true }).click();
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
});
