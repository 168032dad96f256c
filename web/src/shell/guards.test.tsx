import { listApplicants } from '@doorstep/contract/applicants';
import { login, refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { call } from '../lib/api/api-client.ts';
import { admin, renderApp, superAdmin } from '../testing/render-app.tsx';

const signedInPages = ['/home', '/verification', '/applicants', '/portfolio-summary'];
const superAdminPages = ['/agent', '/admin'];

// Covers: routes-3
test.each([...signedInPages, ...superAdminPages])(
  'sends signed-out users from %s to the sign-in, which remembers the page',
  async (path) => {
    const { router, screen } = await renderApp(path, null);
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ from: path });
  },
);

// Covers: routes-4
test.each(['/', '/nowhere', '/signup'])('redirects %s to the sign-in', async (path) => {
  const { address } = await renderApp(path, null);
  await expect.poll(address).toBe('/login');
});

// Covers: routes-1
test.each(['/', '/nowhere', '/login'])('redirects %s to home for signed-in users', async (path) => {
  const { address } = await renderApp(path, admin);
  await expect.poll(address).toBe('/home');
});

// Covers: routes-2
test.each(superAdminPages)(
  'opens %s for super admins only, and sends others home',
  async (path) => {
    const { address } = await renderApp(path, admin);
    await expect.poll(address).toBe('/home');
  },
);

// Covers: routes-2
test.each([...signedInPages, ...superAdminPages])('opens %s for a super admin', async (path) => {
  const { address, screen } = await renderApp(path, superAdmin);
  await expect.element(screen.getByRole('main')).toBeVisible();
  await expect.poll(address).toBe(path);
});

// Covers: routes-2, navigation-1
test.each(signedInPages)('opens %s for an admin, under the navigation bar', async (path) => {
  const { address, screen } = await renderApp(path, admin);
  await expect.element(screen.getByRole('main')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Portfolio Summary' }).first())
    .toBeVisible();
  await expect.poll(address).toBe(path);
});

// Covers: routes-5, session-end-3
test('logs out a stored user without an access token', async () => {
  localStorage.setItem('user', JSON.stringify({ ...superAdmin, tokens: {} }));
  const { address, screen } = await renderApp('/home', null);
  await expect
    .element(screen.getByText('Your session has expired. Please log in again.'))
    .toBeVisible();
  await expect.poll(address).toMatch(/^\/login/);
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
});

// Covers: session-end-2
test('opens the sign-in after an authentication failure, which remembers the page', async () => {
  answer(listApplicants, () => failure(401, { detail: 'Token is invalid or expired' }));
  answer(refresh, () => bareFailure(401));
  const { router, screen } = await renderApp('/home');
  await expect.element(screen.getByRole('main')).toBeVisible();
  await Promise.allSettled([call(listApplicants), call(listApplicants)]);
  const notice = screen.getByText('Your session has expired. Please log in again.');
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({ from: '/home' });
});

test('ends the session here when another tab logs out', async () => {
  const { address } = await renderApp('/home');
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  await expect.poll(address).toBe('/login');
});

test('drops invalid values of an address instead of showing an error', async () => {
  const { router } = await renderApp(
    '/applicants?page=zero&assigned=maybe&upload=perhaps&search=sharma',
  );
  await expect.poll(() => router.state.status).toBe('idle');
  await expect.poll(() => router.state.matches.at(-1)?.search).toEqual({ search: 'sharma' });
});

// Covers: routes-1, fault-26
test('lets users sign in if the browser blocks storage', async () => {
  const { setItem, getItem } = Storage.prototype;
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  Storage.prototype.setItem = refuse;
  Storage.prototype.getItem = refuse;
  try {
    const { tokens, ...user } = superAdmin;
    const known = { ...user, id: 1, name: 'N', email: 'n@doorstep.test', phone_number: '1' };
    answer(login, {
      success: true,
      message: '',
      user: known,
      tokens: { access_token: tokens.access_token, refresh_token: 'refresh-1' },
    });
    const { screen, address } = await renderApp('/login', null);
    await screen.getByLabelText('Phone or email').fill('n');
    await screen.getByLabelText('Password', { exact: true }).fill('p');
    await screen.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(address).toBe('/home');
    await screen.getByRole('button', { name: /Profile of/ }).click();
    await screen.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(address).toBe('/login');
  } finally {
    Object.assign(Storage.prototype, { setItem, getItem });
  }
});
