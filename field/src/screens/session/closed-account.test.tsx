import { ACCOUNT_CLOSED, login } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { goTo } from '../../lib/address.ts';
import { database } from '../../lib/db/database.ts';
import { endSignIn } from '../../lib/session/account-record.ts';
import { anil, beginVisit, openPhone, queueVisit } from '../../testing/day.ts';
import { expectFocus, expectHeading, expectText, openApp } from '../../testing/open-app.tsx';
import { agent, signedIn } from '../../testing/phone.ts';
import { simulateShareSheet } from '../../testing/troubles.ts';

const closed = failure(403, {
  message: 'This account is closed. Please call the office.',
  code: ACCOUNT_CLOSED,
  office_phone: '+91 20 2567 1234',
});
const heading = 'Your account is closed';

/** Signs in again on a phone with an ended session and two unsent visits. */
async function signInAgain(email = '') {
  await openPhone();
  const visits = [await queueVisit('Kiran Bhosale', {}, 0), await queueVisit('Meera Joshi', {}, 0)];
  await endSignIn('send-1');
  const screen = await openApp('/sign-in');
  const name = screen.getByLabelText('Phone or email');
  await expect.element(name).toHaveValue(agent.email);
  if (email) await name.fill(email);
  await screen.getByLabelText('Password').fill('long enough');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  return { screen, visits };
}

// Covers: field-app-25
test('shows a closed account’s agent the number to call, and saves unsent visits', async () => {
  answer(login, closed);
  const shared: File[] = [];
  simulateShareSheet(async ({ files = [] }) => void shared.push(...files));
  const { screen, visits } = await signInAgain();
  await expectFocus(heading);
  await expect
    .element(screen.getByRole('link', { name: 'Call the office: +91 20 2567 1234' }))
    .toHaveAttribute('href', 'tel:+912025671234');
  await expectText('2 visits are not at the office');
  await pressAndSee('Save to a file', screen.getByText(/^Files? saved\./));
  expect(shared).toHaveLength(2);
  const saved = async () =>
    (await (await database()).getAll('outbox')).filter(({ isSavedToFile }) => isSavedToFile);
  await expect.poll(saved).toHaveLength(visits.length);
  await expect.element(screen.getByText(/not at the office/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^A visit is not finished/)).not.toBeInTheDocument();
  await beginVisit(anil());
  await expectText('A visit is not finished. Finish it, then save it too.');
});

// Covers: field-app-25
test('remembers that the account is closed until a sign-in succeeds', async () => {
  answer(login, closed);
  const { screen } = await signInAgain();
  await expectHeading(heading);
  goTo('/queue');
  const row = screen.getByRole('listitem').filter({ hasText: 'Kiran Bhosale' });
  const closedRow = row.getByText(/^Not sent: your account is closed/);
  await expect.element(closedRow).toBeVisible();
  await pressAndSee('Details', screen.getByRole('heading', { name: heading }));

  answer(login, signedIn);
  await screen.getByRole('button', { name: 'Sign in again' }).click();
  await screen.getByLabelText('Password').fill('long enough');
  await pressAndSee(
    screen.getByRole('button', { name: 'Sign in', exact: true }),
    screen.getByRole('heading', { name: 'Queue' }),
  );
  await expect.element(closedRow).not.toBeInTheDocument();
});

// Covers: field-app-25
test('changes nothing for this phone’s agent when another agent’s account is closed', async () => {
  // This office has stored no phone number.
  answer(login, failure(403, { code: ACCOUNT_CLOSED }));
  const { screen } = await signInAgain('ravi@doorstep.test');
  await expectHeading(heading);
  await expectText(/Call the office\.$/);
  goTo('/queue');
  await expect.element(screen.getByText(/^Waiting for your password/).first()).toBeVisible();
});
