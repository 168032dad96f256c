import { login } from '@doorstep/contract/auth';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { logIn, user, welcome } from '../../testing/page/log-in.ts';
import { renderApp } from '../../testing/render-app.tsx';

const wrong =
  'This code is wrong or was already used. Enter the code that the app shows now, or an unused recovery code.';

async function reachCode(path = '/login') {
  answer(login, failure(401, { code: 'second_factor_required', challenge: 'challenge-1' }));
  const app = await renderApp(path, null);
  await logIn(app.screen);
  return app;
}

const code = page.getByLabelText('Six-digit code');
const press = () => page.getByRole('button', { name: 'Log in' }).click();

test('asks for the code in the same place, sends it with the challenge, and continues to the page', async () => {
  let sent: unknown;
  answer(confirmSignIn, ({ body, request }) => {
    sent = { body, authorization: request.headers.get('Authorization') };
    return welcome;
  });
  const { screen, address } = await reachCode('/login?from=%2Fapplicants');
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
  await code.fill(' 123 456 ');
  await expectShownBy(press(), screen.getByText('Login successful!'));
  await expect.poll(address).toMatch(/^\/applicants/);
  const body = { challenge: 'challenge-1', code: '123 456' };
  await expect.poll(() => sent).toEqual({ body, authorization: null });
  await expect
    .poll(() => JSON.parse(localStorage.getItem('user') ?? ''))
    .toEqual({ ...user, tokens: welcome.tokens });
});

test('shows a missing or wrong code under its field, which keeps the text', async () => {
  answer(confirmSignIn, failure(401, { message: wrong }));
  await reachCode();
  await press();
  await expect.element(code).toHaveAccessibleDescription('Enter the six-digit code');
  await code.fill('000000');
  await press();
  await expect.element(code).toHaveAccessibleDescription(wrong);
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
  await reachCode();
  await code.fill('123456');
  await press();
  await expect.element(code).toHaveAccessibleDescription(text);
});

test('accepts a recovery code', async () => {
  const sent = recordBodies(confirmSignIn, welcome);
  const { screen, address } = await reachCode();
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = screen.getByLabelText('Recovery code');
  await expect.element(recovery).toHaveFocus();
  await recovery.fill('abcd-efgh-2345-mnop');
  await press();
  await expect.poll(address).toBe('/home');
  const body = { challenge: 'challenge-1', code: 'abcd-efgh-2345-mnop' };
  await expect.poll(() => sent).toEqual([body]);
});

test('starts again with the name filled in after a timeout or Back', async () => {
  answer(confirmSignIn, failure(401, { code: 'challenge_over', message: 'That took too long.' }));
  const { screen } = await reachCode();
  await code.fill('123456');
  await press();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That took too long.');
  const name = screen.getByLabelText('Phone or email');
  await expect.element(name).toHaveValue('arjun@doorstep.test');
  await logIn(screen);
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(name).toHaveValue('arjun@doorstep.test');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('rejects an agent with a code like any other', async () => {
  answer(confirmSignIn, { ...welcome, user: { ...user, is_admin: false } });
  const { screen } = await reachCode();
  await code.fill('123456');
  await pressAndSee('Log in', screen.getByText('Unauthorized access - Admin privileges required'));
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
});

test('leads to the setup if it is still required', async () => {
  answer(login, { ...welcome, must_enrol: true });
  const { screen, address } = await renderApp('/login', null);
  await logIn(screen);
  await expect.poll(address).toBe('/account/second-factor');
});
