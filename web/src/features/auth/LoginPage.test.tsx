import { login } from '@doorstep/contract/auth';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, onTestFinished, test } from 'vitest';
import { applyConfig } from '../../lib/config.ts';
import { logIn, user, welcome } from '../../testing/page/log-in.ts';
import { renderApp } from '../../testing/render-app.tsx';

async function openAndLogIn(path = '/login') {
  const app = await renderApp(path, null);
  await logIn(app.screen);
  return app;
}

test('links agents to their own app, if this address has it', async () => {
  const link = { name: 'Field agents sign in here' };
  const without = await renderApp('/login', null);
  await expect.element(without.screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect.element(without.screen.getByRole('link', link)).not.toBeInTheDocument();
  await without.screen.unmount();

  applyConfig({ hasFieldApp: true });
  onTestFinished(() => applyConfig({}));
  const { screen } = await renderApp('/login', null);
  await expect.element(screen.getByRole('link', link)).toHaveAttribute('href', '/field/');
});

// Covers: sign-in-5
test('returns to a long search after the sign-in', async () => {
  answer(login, welcome);
  const search = 'रमेश कुमार शर्मा, सदाशिव पेठ, पुणे';
  const from = `/applicants?${new URLSearchParams({ search })}`;
  const { router } = await openAndLogIn(`/login?${new URLSearchParams({ from })}`);
  await expect.poll(() => router.state.location.pathname).toBe('/applicants');
  await expect.poll(() => router.state.location.search).toEqual({ search });
});

test('opens the requested page after the sign-in', async () => {
  answer(login, welcome);
  const { address } = await openAndLogIn('/applicants?page=3&search=sharma');
  await expect.poll(address).toBe('/applicants?page=3&search=sharma');
});

// Covers: sign-in-5
test('welcomes an admin, opens home, and stores the session under “user”', async () => {
  let sent: unknown;
  const isPressed = Promise.withResolvers<void>();
  answer(login, async ({ body, request }) => {
    sent = { body, authorization: request.headers.get('Authorization') };
    await isPressed.promise;
    return welcome;
  });
  const { screen, address } = await openAndLogIn();
  isPressed.resolve();
  await expect.element(screen.getByText('Login successful!')).toBeVisible();
  await expect.poll(address).toBe('/home');
  await expect
    .poll(() => JSON.parse(localStorage.getItem('user') ?? ''))
    .toEqual({ ...user, tokens: welcome.tokens });
  const body = { email_or_mobile: 'arjun@doorstep.test', password: 'Doorstep-demo-1' };
  await expect.poll(() => sent).toEqual({ body, authorization: null });
});

test.each(['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', '/login'])(
  'never opens %s after the sign-in',
  async (from) => {
    answer(login, welcome);
    const { address } = await openAndLogIn(`/login?from=${encodeURIComponent(from)}`);
    await expect.poll(address).toBe('/home');
  },
);

// Covers: sign-in-7, sign-in-8
test.each([
  [
    'a user who is no admin',
    Response.json({ ...welcome, user: { ...user, is_admin: false } }),
    'Unauthorized access - Admin privileges required',
  ],
  [
    'an answer that is not JSON',
    new Response('<html>'),
    'An error occurred. Please try again later.',
  ],
])('shows a text for %s, and stores nothing', async (_, reply, text) => {
  answer(login, reply);
  const { screen, address } = await openAndLogIn();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
  await expect.poll(address).toBe('/login');
  await expect.element(screen.getByLabelText('Phone or email')).toHaveValue('arjun@doorstep.test');
});

// Covers: sign-in-1
test('requires both fields, and focuses the first empty one', async () => {
  const { screen } = await renderApp('/login', null);
  await screen.getByRole('button', { name: 'Log in' }).click();
  const name = screen.getByLabelText('Phone or email');
  await expect.element(name).toHaveAccessibleDescription('Phone or email is required');
  await expect.element(name).toHaveFocus();
  await expect
    .element(screen.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription('Password is required');
});

// Covers: sign-in-3
test('shows that it is busy, and sends a double click once', async () => {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<typeof welcome>();
  answer(login, () => {
    calls += 1;
    return promise;
  });
  const { screen, address } = await openAndLogIn();
  const button = screen.getByRole('button', { name: 'Logging in...' });
  await expect.element(button).toBeVisible();
  await button.click({ force: true });
  resolve(welcome);
  await expect.poll(address).toBe('/home');
  await expect.poll(() => calls).toBe(1);
});

// Covers: sign-in-2
test('shows and hides the password', async () => {
  const { screen } = await renderApp('/login', null);
  const password = screen.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveAttribute('type', 'password');
  await screen.getByText('Show', { exact: true }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await screen.getByText('Hide', { exact: true }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

// Covers: navigation-1, sign-in-4
test('shows the note and no navigation bar', async () => {
  const { screen } = await renderApp('/login', null);
  await expect.element(screen.getByText('Enter your credentials to log in')).toBeVisible();
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
});
