import { login } from '@doorstep/contract/auth';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const { tokens, ...record } = admin;
const user = {
  ...record,
  id: 2,
  name: 'Arjun',
  email: 'arjun@doorstep.test',
  phone_number: '9820011111',
};
const welcome = {
  success: true as const,
  message: 'Login successful',
  user,
  tokens: { access_token: 'access-1', refresh_token: 'refresh-1' },
};

async function reachCode(path = '/login') {
  answer(login, failure(401, { code: 'second_factor_required', challenge: 'challenge-1' }));
  const app = await renderApp(path, null);
  await app.screen.getByLabelText('Phone or email').fill('arjun@doorstep.test');
  await app.screen.getByLabelText('Password', { exact: true }).fill('Doorstep-demo-1');
  await app.screen.getByRole('button', { name: 'Log in' }).click();
  return app;
}

test('asks for the code in the same place, sends it with the challenge, and continues to the page', async () => {
  let sent: unknown;
  answer(confirmSignIn, ({ body, request }) => {
    sent = { body, authorization: request.headers.get('Authorization') };
    return welcome;
  });
  const { screen, address } = await reachCode('/login?from=%2Fapplicants');
  const code = screen.getByLabelText('Six-digit code');
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
  await code.fill(' 123 456 ');
  await expectShownBy(
    screen.getByRole('button', { name: 'Log in' }).click(),
    screen.getByText('Login successful!'),
  );
  await expect.poll(address).toMatch(/^\/applicants/);
  await expect
    .poll(() => sent)
    .toEqual({
      body: { challenge: 'challenge-1', code: '123 456' },
      authorization: null,
    });
  await expect
    .poll(() => JSON.parse(localStorage.getItem('user') ?? ''))
    .toEqual({
      ...user,
      tokens: welcome.tokens,
    });
});

test('shows a missing or wrong code under its field, which keeps the text', async () => {
  answer(
    confirmSignIn,
    failure(401, {
      message:
        'This code is wrong or was already used. Enter the code that the app shows now, or an unused recovery code.',
    }),
  );
  const { screen } = await reachCode();
  const code = screen.getByLabelText('Six-digit code');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(code).toHaveAccessibleDescription('Enter the six-digit code');
  await code.fill('000000');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect
    .element(code)
    .toHaveAccessibleDescription(
      'This code is wrong or was already used. Enter the code that the app shows now, or an unused recovery code.',
    );
  await expect.element(code).toHaveValue('000000');
  await expect.element(code).toHaveFocus();
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
});

test.each([
  [
    failure(429, { message: 'Too many attempts. Please try again in 8 seconds.' }),
    /try again in 8/,
  ],
  [noConnection(), 'An error occurred. Please try again later.'],
])('shows other failures too', async (reply, text) => {
  answer(confirmSignIn, () => reply);
  const { screen } = await reachCode();
  await screen.getByLabelText('Six-digit code').fill('123456');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByLabelText('Six-digit code')).toHaveAccessibleDescription(text);
});

test('accepts a recovery code', async () => {
  let sent: unknown;
  answer(confirmSignIn, ({ body }) => {
    sent = body;
    return welcome;
  });
  const { screen, address } = await reachCode();
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  const code = screen.getByLabelText('Recovery code');
  await expect.element(code).toHaveFocus();
  await code.fill('abcd-efgh-2345-mnop');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(address).toBe('/home');
  await expect.poll(() => sent).toEqual({ challenge: 'challenge-1', code: 'abcd-efgh-2345-mnop' });
});

test('starts again with the name filled in after a timeout or Back', async () => {
  answer(confirmSignIn, failure(401, { code: 'challenge_over', message: 'That took too long.' }));
  const { screen } = await reachCode();
  await screen.getByLabelText('Six-digit code').fill('123456');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That took too long.');
  const name = screen.getByLabelText('Phone or email');
  await expect.element(name).toHaveValue('arjun@doorstep.test');
  await screen.getByLabelText('Password', { exact: true }).fill('Doorstep-demo-1');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(name).toHaveValue('arjun@doorstep.test');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('rejects an agent with a code like any other', async () => {
  answer(confirmSignIn, { ...welcome, user: { ...user, is_admin: false } });
  const { screen } = await reachCode();
  await screen.getByLabelText('Six-digit code').fill('123456');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect
    .element(screen.getByText('Unauthorized access - Admin privileges required'))
    .toBeVisible();
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
});

test('leads to the setup if it is still required', async () => {
  answer(login, { ...welcome, must_enrol: true });
  const app = await renderApp('/login', null);
  await app.screen.getByLabelText('Phone or email').fill('arjun@doorstep.test');
  await app.screen.getByLabelText('Password', { exact: true }).fill('Doorstep-demo-1');
  await app.screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(app.address).toBe('/account/second-factor');
});
