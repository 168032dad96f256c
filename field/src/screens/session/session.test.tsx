import { login } from '@doorstep/contract/auth';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { announce } from '../../lib/db/announce.ts';
import { database } from '../../lib/db/database.ts';
import { lockNow } from '../../lib/lock/lock.ts';
import { anil, beginVisit, openPhone, queueVisit, removeVisits } from '../../testing/day.ts';
import {
  expectFocus,
  expectFull,
  expectHeading,
  expectText,
  openApp,
} from '../../testing/open-app.tsx';
import { agent, emptyPhone, otherAgent, pin, replaceLock, signedIn } from '../../testing/phone.ts';
import {
  endTroubles,
  failNextFetchOf,
  simulateFailingStore,
  simulateFullStore,
} from '../../testing/troubles.ts';

type SignInReply = Response | typeof signedIn;

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const anilsTask = page.getByRole('link', { name: /^Anil Sharma/ });
const expectAlert = (text: string) =>
  expect.element(page.getByRole('alert')).toHaveTextContent(text);

async function type(digits: string) {
  for (const digit of digits) await press(digit);
}

async function typeTwice(digits: string) {
  await type(digits);
  await expectFocus('The same PIN again');
  await type(digits);
}

/** Opens the app on a locked phone with a task. */
async function openLocked() {
  await openPhone([anil()]);
  lockNow();
  return openApp();
}

/** Opens the app on a locked phone with an open and a queued visit. Presses *Forgot*, and signs in. */
async function forgetPin(reply: SignInReply) {
  await openPhone([anil()]);
  const visitId = await beginVisit(anil());
  await queueVisit('Kiran Bhosale');
  await removeVisits();
  lockNow();
  answer(login, reply);
  const screen = await openApp();
  await press('Forgot');
  await press('Delete and choose a new PIN');
  await enterPassword();
  const draftKey = async () => (await database()).getKey('drafts', visitId);
  return { visitId, screen, draftKey };
}

async function enterPassword() {
  await page.getByLabelText('Phone or email').fill(agent.email);
  await page.getByLabelText('Password').fill('long enough');
  await press('Sign in');
}

/** Opens the app on an unused phone, and signs in. */
async function signInFirst(reply: SignInReply = signedIn) {
  await emptyPhone();
  answer(login, reply);
  const screen = await openApp();
  await enterPassword();
  return screen;
}

test('takes the password, then a PIN twice, and shows that the phone is ready', async () => {
  await signInFirst();
  await type('111111');
  await expectText('This PIN is too easy to guess. Choose another PIN.');
  await type(pin);
  await expectFocus('The same PIN again');
  await type('4071');
  await press('Delete a digit');
  await type('111');
  await expectText('The two PINs are different. Choose again.');
  await typeTwice(pin);
  await expectHeading('This phone is ready');
});

// Covers: field-app-15
test('says that visits open without a network once the page is served from the phone', async () => {
  const active = Object.assign(new EventTarget(), {
    state: 'activating',
    // The worker confirms that it has stored the page's language.
    postMessage: (_: unknown, [port]: [MessagePort]) => port.postMessage(true),
  });
  const looks = vi.spyOn(active, 'addEventListener');
  vi.spyOn(ServiceWorkerContainer.prototype, 'ready', 'get').mockResolvedValue({
    active,
  } as unknown as ServiceWorkerRegistration);
  await openPhone([anil()]);
  const screen = await openApp('/ready');
  await expect.element(screen.getByText(/^1 visit is here/)).toBeVisible();
  await expect.poll(() => looks.mock.calls.length).toBe(1);
  await expectText('Doorstep is still being saved on this phone. Stay online.');
  active.state = 'activated';
  active.dispatchEvent(new Event('statechange'));
  await expect.element(screen.getByText('They open without a network.')).toBeVisible();
});

test('says how to add the app to the home screen: by hand, or by the browser’s dialog', async () => {
  await openPhone();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  await openApp('/ready');
  await expectText('Tap Share, then Add to Home Screen.');
  const prompt = vi.fn(async () => {});
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  const add = page.getByRole('button', { name: 'Add to home screen' });
  window.dispatchEvent(offer);
  // Otherwise, the browser would show its own banner.
  expect(offer.defaultPrevented).toBe(true);
  await add.click();
  await expect.poll(() => prompt.mock.calls.length).toBe(1);
  await expect.element(add).not.toBeInTheDocument();
  window.dispatchEvent(offer);
  await expect.element(add).toBeVisible();
  window.dispatchEvent(new Event('appinstalled'));
  await expect.element(add).not.toBeInTheDocument();
});

test('changes the language before the sign-in, or says that it is not on the phone yet', async () => {
  await emptyPhone();
  await openApp();
  const language = page.getByRole('combobox', { name: 'Language' });
  failNextFetchOf('te.json');
  await language.selectOptions('te');
  await expectAlert('This language is not on the phone yet. Choose it again with a network.');
  await language.selectOptions('te');
  await expectHeading('సైన్ ఇన్ చేయండి');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('shows why a sign-in was rejected, and keeps the typed text', async () => {
  const screen = await signInFirst(failure(401));
  await expectAlert('Phone, email or password is wrong.');
  await expect.element(screen.getByLabelText('Phone or email')).toHaveValue(agent.email);
  for (const [status, words] of [
    [429, 'Too many tries. Wait a little, then try again.'],
    [403, 'This app is for field agents. The office signs in at another address.'],
    [500, 'Couldn’t read the office’s answer. Try again.'],
  ] as const) {
    answer(login, failure(status));
    await enterPassword();
    await expectAlert(words);
  }
  await page.getByLabelText('Password').fill('');
  await press('Sign in');
  await expectAlert('Type your phone number or email and your password.');
});

test('shows no name on the lock screen, counts wrong PINs, and opens with the PIN', async () => {
  await openLocked();
  await expectHeading('Enter your PIN');
  await expect.poll(() => document.body.textContent).not.toContain('Anil');
  const { promise: opening, resolve } = Promise.withResolvers<void>();
  const { deriveKey } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementationOnce((...args) =>
    opening.then(() => deriveKey(...args)),
  );
  await type('123123');
  await expectAlert('Opening…');
  resolve();
  await expectAlert('Wrong. 4 tries left. After that, you must wait.');
  await type(pin);
  await expect.element(anilsTask).toBeVisible();
});

test('lets the agent go back instead of choosing another PIN or passphrase', async () => {
  await openPhone();
  const screen = await openApp('/me/pin');
  await press('Use a passphrase');
  await press('Back');
  await screen.getByRole('link', { name: /^Change the PIN/ }).click();
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Me' }));
});

test('changes the PIN to a passphrase that is strong and typed twice, after the current PIN', async () => {
  await openPhone();
  const screen = await openApp('/me/pin');
  await press('Use a passphrase');
  const fill = (label: string, text: string) =>
    screen.getByLabelText(label, { exact: true }).fill(text);
  await fill('Passphrase', '12345678');
  await press('Use this passphrase');
  await expectText('At least 8 characters, not only digits.');
  await fill('Passphrase', 'four words or more');
  await press('Use this passphrase');
  await expectText('The two passphrases are different.');
  await fill('The same passphrase again', 'four words or more');
  await press('Use this passphrase');
  await expect
    .element(screen.getByLabelText('Your current PIN', { exact: true }))
    .toHaveAttribute('inputmode', 'numeric');
  await fill('Your current PIN', '111111');
  await press('Change the PIN');
  await expectText('Wrong PIN or passphrase.');
  await fill('Your current PIN', pin);
  await pressAndSee('Change the PIN', screen.getByRole('heading', { name: 'Me', exact: true }));
  lockNow();
  await fill('Passphrase', 'four words or more');
  await pressAndSee('Open', screen.getByRole('heading', { name: 'Me', exact: true }));
});

// Covers: field-app-22
test('locks a page when another one has replaced the forgotten PIN', async () => {
  await openPhone([anil()]);
  const screen = await openApp();
  await expect.element(anilsTask).toBeVisible();
  await replaceLock();
  announce('meta');
  await expect.element(screen.getByRole('button', { name: 'Forgot' })).toBeVisible();
});

// Covers: field-app-22
test.each([
  ['without a network', noConnection(), 'No network. Signing in needs a network.'],
  [
    'with another agent’s password',
    { ...signedIn, user: otherAgent },
    'Another agent’s visits, calls or messages are still on this phone. That agent must sign in and send them first.',
  ],
])('deletes nothing after Forgot %s, and offers a way back', async (_, reply, words) => {
  const { visitId, draftKey } = await forgetPin(reply);
  await expectAlert(words);
  await press('Back');
  await type(pin);
  await expectText('Visit started');
  await expect.poll(draftKey).toBe(visitId);
});

// Covers: field-app-3
test('shows the day again after a forgotten PIN, with finished visits unnamed', async () => {
  const { screen, visitId, draftKey } = await forgetPin(signedIn);
  await expectHeading('Choose a PIN for this phone');
  await expect.poll(draftKey).toBe(visitId);
  await typeTwice('918273');
  await expectHeading(/^Today/);
  const unnamed = screen.getByRole('link', { name: /^A visit/ });
  await expect.element(unnamed).toBeVisible();
  await expect.poll(draftKey).toBeUndefined();
  await pressAndSee(unnamed, screen.getByRole('button', { name: 'Save to a file: A visit' }));
});

// Covers: field-app-22
test('asks another agent on an unlocked phone for a new PIN', async () => {
  await openPhone([anil()]);
  answer(login, { ...signedIn, user: otherAgent });
  const screen = await openApp('/sign-in');
  await enterPassword();
  await typeTwice('918273');
  await expect.element(screen.getByText('No visits now')).toBeVisible();
  // Going back must not lead to the sign-in.
  await expect.poll(() => history.state).toMatchObject({ depth: 0 });
  await pressAndSee(
    screen.getByRole('link', { name: 'Me and this phone' }),
    screen.getByText('Ravi More'),
  );
});

// Covers: field-app-18
test('says that a PIN could not be saved, and lets the agent choose again', async () => {
  await signInFirst();
  simulateFullStore('meta');
  await typeTwice(pin);
  await expectFull();
  endTroubles();
  await typeTwice(pin);
  await expectHeading('This phone is ready');
});

// Covers: field-app-22
test('says that unlocking failed, and lets the agent try again', async () => {
  await openLocked();
  simulateFailingStore('meta');
  await type(pin);
  await expectAlert('Couldn’t open Doorstep. Try again, or close it and open it again.');
  endTroubles();
  await type(pin);
  await expect.element(anilsTask).toBeVisible();
});

test('counts each digit typed on a keyboard, however fast', async () => {
  await openLocked();
  await expectHeading('Enter your PIN');
  for (const key of pin) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    // Presses the next key before the browser paints the next frame.
    await Promise.resolve();
    await Promise.resolve();
  }
  await expect.element(anilsTask).toBeVisible();
});
