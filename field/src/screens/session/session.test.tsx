import { login } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { lockNow } from '../../lib/lock/lock.ts';
import { anil, openPhone } from '../../testing/day.ts';
import { agent, emptyPhone, pin } from '../../testing/phone.ts';

beforeEach(() => history.replaceState(null, '', '/field/'));
afterEach(() => history.replaceState(null, '', '/'));

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
  expect(document.body.textContent).not.toContain('Anil');
  await type(screen, '123123');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Wrong. 4 tries left, then a wait.');
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
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Me' })).toBeVisible();
});
