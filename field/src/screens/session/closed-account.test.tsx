import { ACCOUNT_CLOSED, login } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { database } from '../../lib/db/database.ts';
import { endSignIn } from '../../lib/session/account-record.ts';
import { openPhone, queueVisit } from '../../testing/day.ts';
import { agent } from '../../testing/phone.ts';

afterEach(() => history.replaceState(null, '', '/'));

const closed = failure(403, {
  message: 'This account is closed. Please call the office.',
  code: ACCOUNT_CLOSED,
  office_phone: '+91 20 2567 1234',
});
const heading = { name: 'Your account is closed' };

/** Signs in again on a phone with an ended session and two unsent visits. */
async function signInAgain(more: { name?: string } = {}) {
  await openPhone();
  const visits = [await queueVisit('Kiran Bhosale', {}, 0), await queueVisit('Meera Joshi', {}, 0)];
  await endSignIn('send-1');
  history.replaceState(null, '', '/field/sign-in');
  const screen = await render(<App />);
  const name = screen.getByLabelText('Phone or email');
  await expect.element(name).toHaveValue(agent.email);
  if (more.name) await name.fill(more.name);
  await screen.getByLabelText('Password').fill('long enough');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  return { screen, visits };
}

/** Simulates a share sheet that accepts all files. Returns the list of their names. */
function shareSheet(): string[] {
  const shared: string[] = [];
  const share = async ({ files = [] }: ShareData) => {
    shared.push(...files.map((file) => file.name));
  };
  Object.assign(navigator, { canShare: () => true, share });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'canShare');
    Reflect.deleteProperty(navigator, 'share');
  });
  return shared;
}

// Covers: field-app-25
test('shows a closed account’s agent the number to call, and saves unsent visits', async () => {
  answer(login, closed);
  const shared = shareSheet();
  const { screen, visits } = await signInAgain();
  await expect.element(screen.getByRole('heading', heading)).toHaveFocus();
  await expect
    .element(screen.getByRole('link', { name: 'Call the office: +91 20 2567 1234' }))
    .toHaveAttribute('href', 'tel:+912025671234');
  await expect.element(screen.getByText('2 visits are not at the office')).toBeVisible();
  await pressAndSee('Save to a file', screen.getByText(/^Files? saved\./));
  expect(shared).toHaveLength(2);
  const saved = async () =>
    (await (await database()).getAll('outbox')).filter(({ isSavedToFile }) => isSavedToFile);
  await expect.poll(saved).toHaveLength(visits.length);
  await expect.element(screen.getByText('2 visits are not at the office')).not.toBeInTheDocument();
});

// Covers: field-app-25
test('remembers that the account is closed until a sign-in succeeds', async () => {
  answer(login, closed);
  const { screen } = await signInAgain();
  await expect.element(screen.getByRole('heading', heading)).toBeVisible();
  history.replaceState(null, '', '/field/queue');
  window.dispatchEvent(new PopStateEvent('popstate'));
  const row = screen.getByRole('listitem').filter({ hasText: 'Kiran Bhosale' });
  await expect.element(row.getByText(/^Not sent: your account is closed/)).toBeVisible();
  await pressAndSee('Details', screen.getByRole('heading', heading));

  answer(login, {
    success: true,
    message: 'Signed in',
    user: agent,
    tokens: { access_token: 'access-2', refresh_token: 'refresh-2' },
    send_token: 'send-2',
  });
  await screen.getByRole('button', { name: 'Sign in again' }).click();
  await screen.getByLabelText('Password').fill('long enough');
  await pressAndSee(
    screen.getByRole('button', { name: 'Sign in', exact: true }),
    screen.getByRole('heading', { name: 'Queue' }),
  );
  await expect
    .element(screen.getByText(/^Not sent: your account is closed/))
    .not.toBeInTheDocument();
});

// Covers: field-app-25
test('changes nothing for this phone’s agent when another agent’s account is closed', async () => {
  answer(login, closed);
  const { screen } = await signInAgain({ name: 'ravi@doorstep.test' });
  await expect.element(screen.getByRole('heading', heading)).toBeVisible();
  history.replaceState(null, '', '/field/queue');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(screen.getByText(/^Waiting for your password/).first()).toBeVisible();
});
