import { login } from '@doorstep/contract/auth';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { announce } from '../../lib/db/announce.ts';
import { database } from '../../lib/db/database.ts';
import { lockNow } from '../../lib/lock/lock.ts';
import { anil, beginVisit, openPhone, queueVisit, visitsAreGone } from '../../testing/day.ts';
import { agent, emptyPhone, pin, replaceLock } from '../../testing/phone.ts';
import { endTroubles, storeFails, storeIsFull } from '../../testing/troubles.ts';

beforeEach(() => history.replaceState(null, '', '/field/'));
afterEach(() => {
  endTroubles();
  history.replaceState(null, '', '/');
});

const signedIn = {
  success: true,
  message: 'Signed in',
  user: agent,
  tokens: { access_token: 'access-1', refresh_token: 'refresh-1' },
  send_token: 'send-1',
} as const;

type Screen = Awaited<ReturnType<typeof render>>;

async function type(screen: Screen, digits: string) {
  for (const digit of digits) {
    await screen.getByRole('button', { name: digit, exact: true }).click();
  }
}

async function enterPassword(screen: Screen) {
  await screen.getByLabelText('Phone or email').fill(agent.email);
  await screen.getByLabelText('Password').fill('long enough');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('the password, a PIN twice, and the phone is ready', async () => {
  await emptyPhone();
  answer(login, signedIn);
  const screen = await render(<App />);
  await enterPassword(screen);
  await type(screen, '111111');
  await expect.element(screen.getByText('Too easy to guess. Choose another one.')).toBeVisible();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'This phone is ready' })).toBeVisible();
});

// Covers: field-app-15
test('that visits open without a network is said once this page is served from the phone', async () => {
  const active = Object.assign(new EventTarget(), { state: 'activating' });
  const looks = vi.spyOn(active, 'addEventListener');
  const ready = vi
    .spyOn(ServiceWorkerContainer.prototype, 'ready', 'get')
    .mockResolvedValue({ active } as unknown as ServiceWorkerRegistration);
  onTestFinished(() => ready.mockRestore());
  await openPhone([anil()]);
  history.replaceState(null, '', '/field/ready');
  const screen = await render(<App />);
  await expect.element(screen.getByText(/^1 visit is here/)).toBeVisible();
  await expect.poll(() => looks.mock.calls.length).toBe(1);
  await expect
    .element(screen.getByText('Doorstep is still being saved on this phone. Stay online.'))
    .toBeVisible();
  active.state = 'activated';
  active.dispatchEvent(new Event('statechange'));
  await expect.element(screen.getByText('They open without a network.')).toBeVisible();
});

test('a refusal is said, and what was typed stays', async () => {
  await emptyPhone();
  answer(login, failure(401));
  const screen = await render(<App />);
  await enterPassword(screen);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Phone, email or password is wrong.');
  await expect.element(screen.getByLabelText('Phone or email')).toHaveValue(agent.email);
});

test('the lock names nobody, counts wrong tries, and opens with the PIN', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  await expect.poll(() => document.body.textContent).not.toContain('Anil');
  await type(screen, '123123');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Wrong. 4 tries left. Then you must wait.');
  await type(screen, pin);
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

test('another PIN need not be chosen: there is a way back, with a passphrase too', async () => {
  await openPhone();
  history.replaceState(null, '', '/field/me/pin');
  const screen = await render(<App />);
  await screen.getByRole('button', { name: 'Use a passphrase' }).click();
  await screen.getByRole('button', { name: 'Back' }).click();
  await screen.getByRole('link', { name: /^Change the PIN/ }).click();
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Me' }));
});

// Covers: field-app-22
test('a page is locked as soon as another one has replaced the forgotten PIN', async () => {
  await openPhone([anil()]);
  const screen = await render(<App />);
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
  await replaceLock();
  announce('meta');
  await expect.element(screen.getByRole('button', { name: 'Forgot' })).toBeVisible();
});

const forget = async (screen: Screen) => {
  await screen.getByRole('button', { name: 'Forgot' }).click();
  await screen.getByRole('button', { name: 'Delete and choose a new PIN' }).click();
};

// Covers: field-app-22
test('a forgotten PIN costs nothing before the office took the password, and there is a way back', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task);
  lockNow();
  answer(login, noConnection());
  const screen = await render(<App />);
  await forget(screen);
  await enterPassword(screen);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('No network. Signing in needs one.');
  await screen.getByRole('button', { name: 'Back' }).click();
  await type(screen, pin);
  await expect.element(screen.getByText('Visit started')).toBeVisible();
  await expect.poll(async () => (await database()).getKey('drafts', visitId)).toBe(visitId);
});

// Covers: field-app-22
test('Forgot with another agent’s password deletes no visit', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task);
  lockNow();
  answer(login, { ...signedIn, user: { ...signedIn.user, id: signedIn.user.id + 1 } });
  const screen = await render(<App />);
  await forget(screen);
  await enterPassword(screen);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Visits of another agent are still on this phone. They must be sent first.');
  await expect.poll(async () => (await database()).getKey('drafts', visitId)).toBe(visitId);
});

// Covers: field-app-3
test('after a forgotten PIN the day is shown again, finished visits without their names', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task);
  await queueVisit('Kiran Bhosale');
  await visitsAreGone();
  lockNow();
  answer(login, signedIn);
  const screen = await render(<App />);
  await forget(screen);
  await enterPassword(screen);
  await expect
    .element(screen.getByRole('heading', { name: 'Choose a PIN for this phone' }))
    .toBeVisible();
  await expect.poll(async () => (await database()).getKey('drafts', visitId)).toBe(visitId);
  await type(screen, '918273');
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, '918273');
  await expect.element(screen.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^A visit/ })).toBeVisible();
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
  await screen.getByRole('link', { name: /^A visit/ }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Save to a file: A visit' }))
    .toBeVisible();
});

// Covers: field-app-22
test('another agent’s password on an open phone asks for a PIN of their own', async () => {
  await openPhone([anil()]);
  answer(login, { ...signedIn, user: { ...agent, id: agent.id + 1, name: 'Ravi More' } });
  history.replaceState(null, '', '/field/sign-in');
  const screen = await render(<App />);
  await enterPassword(screen);
  await type(screen, '918273');
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, '918273');
  await expect.element(screen.getByText('No visits now')).toBeVisible();
  await pressAndSee(
    screen.getByRole('link', { name: 'Me and this phone' }),
    screen.getByText('Ravi More'),
  );
});

// Covers: field-app-18
test('a PIN that can not be kept says so, and can be chosen again', async () => {
  await emptyPhone();
  answer(login, signedIn);
  const screen = await render(<App />);
  await enterPassword(screen);
  storeIsFull('meta');
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, pin);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Not saved: this phone is full');
  endTroubles();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'This phone is ready' })).toBeVisible();
});

// Covers: field-app-22
test('a lock that fails to open says so, and can be tried again', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  storeFails('meta');
  await type(screen, pin);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('It did not open. Try again, or close Doorstep and open it again.');
  endTroubles();
  await type(screen, pin);
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

test('digits typed on a keyboard count each, however quickly they come', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  for (const key of pin) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    // The next key, long before the next frame.
    await Promise.resolve();
    await Promise.resolve();
  }
  await expect.element(screen.getByText('Anil Sharma')).toBeVisible();
});
