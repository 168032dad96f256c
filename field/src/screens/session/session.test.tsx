import { login } from '@doorstep/contract/auth';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { announce } from '../../lib/db/announce.ts';
import { database } from '../../lib/db/database.ts';
import { lockNow } from '../../lib/lock/lock.ts';
import { anil, beginVisit, openPhone, queueVisit, removeVisits } from '../../testing/day.ts';
import { agent, emptyPhone, pin, replaceLock } from '../../testing/phone.ts';
import { endTroubles, simulateFailingStore, simulateFullStore } from '../../testing/troubles.ts';

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

test('takes the password, then a PIN twice, and shows that the phone is ready', async () => {
  await emptyPhone();
  answer(login, signedIn);
  const screen = await render(<App />);
  await enterPassword(screen);
  await type(screen, '111111');
  await expect
    .element(screen.getByText('This PIN is too easy to guess. Choose another PIN.'))
    .toBeVisible();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'The same PIN again' })).toHaveFocus();
  await type(screen, pin);
  await expect.element(screen.getByRole('heading', { name: 'This phone is ready' })).toBeVisible();
});

// Covers: field-app-15
test('says that visits open without a network once the page is served from the phone', async () => {
  const active = Object.assign(new EventTarget(), {
    state: 'activating',
    // The worker confirms that it has stored the page's language.
    postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage(true),
  });
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

test('shows why a sign-in was rejected, and keeps the typed text', async () => {
  await emptyPhone();
  answer(login, failure(401));
  const screen = await render(<App />);
  await enterPassword(screen);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Phone, email or password is wrong.');
  await expect.element(screen.getByLabelText('Phone or email')).toHaveValue(agent.email);
});

test('shows no name on the lock screen, counts wrong tries, and opens with the PIN', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  await expect.poll(() => document.body.textContent).not.toContain('Anil');
  await type(screen, '123123');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Wrong. 4 tries left. After that, you must wait.');
  await type(screen, pin);
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

test('lets the agent go back instead of choosing another PIN or passphrase', async () => {
  await openPhone();
  history.replaceState(null, '', '/field/me/pin');
  const screen = await render(<App />);
  await screen.getByRole('button', { name: 'Use a passphrase' }).click();
  await screen.getByRole('button', { name: 'Back' }).click();
  await screen.getByRole('link', { name: /^Change the PIN/ }).click();
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Me' }));
});

// Covers: field-app-22
test('locks a page when another one has replaced the forgotten PIN', async () => {
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
test('deletes nothing for a forgotten PIN before the office accepts the password, and offers a way back', async () => {
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
    .toHaveTextContent('No network. Signing in needs a network.');
  await screen.getByRole('button', { name: 'Back' }).click();
  await type(screen, pin);
  await expect.element(screen.getByText('Visit started')).toBeVisible();
  await expect.poll(async () => (await database()).getKey('drafts', visitId)).toBe(visitId);
});

// Covers: field-app-22
test('deletes no visit after Forgot with another agent’s password', async () => {
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
    .toHaveTextContent(
      'Another agent’s visits, calls or messages are still on this phone. That agent must sign in and send them first.',
    );
  await expect.poll(async () => (await database()).getKey('drafts', visitId)).toBe(visitId);
});

// Covers: field-app-3
test('shows the day again after a forgotten PIN, with finished visits unnamed', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task);
  await queueVisit('Kiran Bhosale');
  await removeVisits();
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
test('asks another agent on an unlocked phone for a new PIN', async () => {
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
test('says that a PIN could not be saved, and lets the agent choose again', async () => {
  await emptyPhone();
  answer(login, signedIn);
  const screen = await render(<App />);
  await enterPassword(screen);
  simulateFullStore('meta');
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
test('says that unlocking failed, and lets the agent try again', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  simulateFailingStore('meta');
  await type(screen, pin);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Couldn’t open Doorstep. Try again, or close it and open it again.');
  endTroubles();
  await type(screen, pin);
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

test('counts each digit typed on a keyboard, however fast', async () => {
  await openPhone([anil()]);
  lockNow();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible();
  for (const key of pin) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    // The next key comes long before the next frame.
    await Promise.resolve();
    await Promise.resolve();
  }
  await expect.element(screen.getByText('Anil Sharma')).toBeVisible();
});
