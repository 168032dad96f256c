import { listApplicants } from '@doorstep/contract/applicants';
import { login, refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { expect, test, vi } from 'vitest';
import { call } from '../lib/api/api-client.ts';
import { clearSession, getSession, saveSession } from '../lib/session/session.ts';
import { logIn, logOut, welcome } from '../testing/page/log-in.ts';
import { admin, renderApp, superAdmin } from '../testing/render-app.tsx';

const signedInPages = ['/home', '/verification', '/applicants', '/portfolio-summary'];
const expired = 'Your session has expired. Please log in again.';
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

// Covers: routes-2, routes-6
test.each([...superAdminPages, '/audit', '/lenders'])(
  'opens %s for super admins only, and sends others home',
  async (path) => {
    const { address } = await renderApp(path, admin);
    await expect.poll(address).toBe('/home');
  },
);

// Covers: routes-2, navigation-1
test.each([
  ...signedInPages.map((path) => [path, 'an admin', admin] as const),
  ...[...signedInPages, ...superAdminPages].map(
    (path) => [path, 'a super admin', superAdmin] as const,
  ),
])('opens %s for %s, under the navigation bar', async (path, _, user) => {
  const { address, screen } = await renderApp(path, user);
  await expect.element(screen.getByRole('main')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Portfolio Summary' }).first();
  await expect.element(link).toBeVisible();
  await expect.poll(address).toBe(path);
});

// Covers: routes-5, session-end-3
test('logs out a stored user without an access token', async () => {
  localStorage.setItem('user', JSON.stringify({ ...superAdmin, tokens: {} }));
  const { address, screen } = await renderApp('/home', null);
  await expect.element(screen.getByText(expired)).toBeVisible();
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
  await expect.element(screen.getByText(expired)).toBeVisible();
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
  const query = 'page=zero&assigned=maybe&upload=perhaps&search=sharma';
  const { router } = await renderApp(`/applicants?${query}`);
  await expect.poll(() => router.state.status).toBe('idle');
  await expect.poll(() => router.state.matches.at(-1)?.search).toEqual({ search: 'sharma' });
});

// Covers: routes-1, fault-26
test.each([
  ['blocks storage', { read: true, name: 'SecurityError' }],
  ['has no room left', { read: false, name: 'QuotaExceededError' }],
])('lets users sign in if the browser %s', async (_, fails) => {
  const { setItem, getItem, removeItem } = Storage.prototype;
  const refuse = () => {
    throw new DOMException('no storage', fails.name);
  };
  Storage.prototype.setItem = refuse;
  if (fails.read) Object.assign(Storage.prototype, { getItem: refuse, removeItem: refuse });
  try {
    answer(login, welcome);
    const { screen, address } = await renderApp('/login', null);
    await logIn(screen);
    await expect.poll(address).toBe('/home');
    await logOut(screen);
    await expect.poll(address).toBe('/login');
  } finally {
    Object.assign(Storage.prototype, { setItem, getItem, removeItem });
    clearSession();
  }
});

// Covers: fault-26
test('keeps no earlier session in a full storage', async () => {
  saveSession(admin);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no storage', 'QuotaExceededError');
  });
  saveSession(superAdmin);
  full.mockRestore();
  expect(getSession()).toMatchObject({ id: superAdmin.id });
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
  clearSession();
});
