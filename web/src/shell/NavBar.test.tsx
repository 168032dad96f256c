import { logout } from '@doorstep/contract/auth';
import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectShownBy } from '../testing/page/expect-shown-by.ts';
import { expectTexts } from '../testing/page/expect-texts.ts';
import { logOut } from '../testing/page/log-in.ts';
import { admin, renderApp, superAdmin } from '../testing/render-app.tsx';

// Covers: navigation-2
test.each([
  ['a super admin', superAdmin, ['Agent', 'Admin']],
  ['an admin', admin, []],
])('shows the links of %s', async (_, user, own) => {
  const { screen } = await renderApp('/home', user);
  const links = screen.getByRole('banner').getByRole('navigation').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  await expectTexts(links, ['Portfolio Summary', 'Verification', 'Applicants', ...own]);
});

// Covers: navigation-3
test.each([
  ['Super Admin', superAdmin],
  ['Admin', admin],
  ['Agent', { ...admin, is_admin: false }],
])('shows the role %s, the name, the email and the phone in the profile', async (role, user) => {
  const { screen } = await renderApp('/home', user);
  await pressAndSee(`Profile of ${user.name}`, screen.getByText(role, { exact: true }).last());
  await expect.element(screen.getByText('nandini@doorstep.test')).toBeVisible();
  await expect.element(screen.getByText('9820012345')).toBeVisible();
});

// Covers: navigation-4
test('shows “User” without name, email and phone', async () => {
  const user = { ...admin, name: null, email: null, phone_number: null };
  const { screen } = await renderApp('/home', user);
  await pressAndSee('Profile of User', screen.getByRole('button', { name: 'Logout' }));
  await expect.element(screen.getByText('9820012345')).not.toBeInTheDocument();
});

// Covers: navigation-6
test('closes the profile on a click outside and on Escape', async () => {
  const { screen } = await renderApp('/home');
  const trigger = screen.getByRole('button', { name: /Profile of/ });
  const out = screen.getByRole('button', { name: 'Logout', includeHidden: true });
  await pressAndSee(trigger, out);
  await screen.getByText(/^Welcome to/).click();
  await expect.element(out).not.toBeVisible();
  await pressAndSee(trigger, out);
  await userEvent.keyboard('{Escape}');
  await expect.element(out).not.toBeVisible();
});

// Covers: navigation-5
test('ends the session here and on the server on logout, says so, and opens the sign-in', async () => {
  let bearer: string | null = null;
  answer(logout, ({ request }) => {
    bearer = request.headers.get('Authorization');
    return { success: true, message: 'Logged out' };
  });
  const { screen, address } = await renderApp('/applicants');
  await expectShownBy(logOut(screen), screen.getByText('Logged out successfully!'));
  await expect.poll(address).toBe('/login');
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
  await expect.poll(() => bearer).toBe('Bearer access-1');
});

test('logs out even if the server has no logout', async () => {
  const { screen, address } = await renderApp('/home');
  await logOut(screen);
  await expect.poll(address).toBe('/login');
});

test('changes the theme in the profile and remembers it', async () => {
  const { screen } = await renderApp('/home');
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await screen.getByText('Dark', { exact: true }).click();
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => localStorage.getItem('theme')).toBe('dark');
  await screen.getByText('System', { exact: true }).click();
  await expect.element(document.documentElement).not.toHaveAttribute('data-theme');
});

test('follows the theme and the single-key switch of another tab', async () => {
  const { screen } = await renderApp('/home');
  await screen.getByRole('button', { name: /Profile of/ }).click();
  const keys = screen.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect.element(keys).toBeChecked();
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  const elsewhere = frame.contentWindow?.localStorage;
  elsewhere?.setItem('theme', 'dark');
  elsewhere?.setItem('single-keys', 'off');
  await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await expect.element(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect.element(keys).not.toBeChecked();
  elsewhere?.removeItem('theme');
  elsewhere?.setItem('single-keys', 'on');
  await expect.element(document.documentElement).not.toHaveAttribute('data-theme');
  await expect.element(keys).toBeChecked();
});

test('titles the tab after the page', async () => {
  await renderApp('/portfolio-summary');
  await expect.poll(() => document.title).toBe('Portfolio Summary · Doorstep');
});

test('shows the links in a menu on a narrow screen, and closes it after a click', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1366, 768));
  const { screen, address } = await renderApp('/home');
  await screen.getByRole('button', { name: 'Menu' }).click();
  const menu = screen.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Portfolio Summary' }).click();
  await expect.poll(address).toMatch(/^\/portfolio-summary/);
  await expect.element(menu.getByRole('link').first()).not.toBeInTheDocument();
});

const noEvidence = {
  ...{ days: 30, cases: 0, checks: [], thresholds: [], thresholds_version: 0, changes: [] },
};

test.each([
  [superAdmin, ['Lenders', 'Evidence', 'Audit']],
  [admin, []],
])(
  'links from the profile to the lenders, the evidence and the audit for a super admin',
  async (user, own) => {
    answer(evidenceSummary, noEvidence);
    const { screen } = await renderApp('/home', user);
    await pressAndSee(/Profile of/, screen.getByRole('link', { name: 'Sessions' }));
    await expectTexts(screen.getByRole('link', { name: /^(Lenders|Evidence|Audit)$/ }), own);
  },
);

test('shows no link to the evidence if the backend has none', async () => {
  answer(evidenceSummary, () => failure(404));
  const { screen } = await renderApp('/home');
  await pressAndSee(/Profile of/, screen.getByRole('link', { name: 'Audit' }));
  await expect.element(screen.getByRole('link', { name: 'Evidence' })).not.toBeInTheDocument();
});
