import { endOtherSessions, endSession, listSessions } from '@doorstep/contract/auth/sessions';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { renderApp } from '../../testing/render-app.tsx';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1';
const session = (id: string, user_agent: string, address: string, is_current = false) => ({
  ...{ id, user_agent, address, is_current },
  ...{ created_at: '2026-03-05T05:00:00.000Z', last_used_at: '2026-03-06T05:00:00.000Z' },
});
const here = session('00000000-0000-4000-8000-000000000001', chrome, '203.0.113.7', true);
const phone = session('00000000-0000-4000-8000-000000000002', iPhone, '203.0.113.8');

function backend(...first: (typeof here)[]) {
  const open = { sessions: first };
  answer(listSessions, () => ({ success: true, sessions: open.sessions }));
  return open;
}

test('lists the user’s sessions in plain words, with this one marked', async () => {
  backend(here, phone);
  const { screen, address } = await renderApp('/home');
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await screen.getByRole('link', { name: 'Sessions' }).click();
  await expect.poll(address).toBe('/account/sessions');
  const row = (n: number) => screen.getByRole('row').nth(n);
  await expect.element(row(1).getByText('Chrome on Windows')).toBeVisible();
  await expect.element(row(1).getByText('This session')).toBeVisible();
  await expect.element(row(1).getByText('203.0.113.7')).toBeVisible();
  await expect.element(row(2).getByText('Safari on iPhone')).toBeVisible();
  await expect.element(row(2).getByText('Mar 5, 2026, 10:30 AM')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^End session of/ })).toHaveLength(1);
  await expect.element(screen.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
});

test('ends one session, also if it had already ended', async () => {
  const open = backend(here, phone);
  const ended: unknown[] = [];
  answer(endSession, ({ params }) => {
    ended.push(params.id);
    open.sessions = [here];
    return ended.length === 1 ? failure(404, { message: 'Session not found.' }) : bareFailure(500);
  });
  const { screen } = await renderApp('/account/sessions');
  const button = screen.getByRole('button', {
    name: 'End session of Safari on iPhone at 203.0.113.8',
  });
  await expectShownBy(button.click(), screen.getByText('Session ended'));
  await expect.element(button).not.toBeInTheDocument();
  await expect.poll(() => ended).toEqual([phone.id]);
  await expect.element(screen.getByText('End all other sessions')).not.toBeInTheDocument();
});

test('ends all other sessions', async () => {
  const open = backend(here, phone);
  answer(endOtherSessions, () => {
    open.sessions = [here];
    return { success: true, message: 'All other sessions ended', ended: 1 };
  });
  const { screen } = await renderApp('/account/sessions');
  await expectShownBy(
    screen.getByRole('button', { name: 'End all other sessions' }).click(),
    screen.getByText('Other sessions ended'),
  );
  await expect.element(screen.getByText('Safari on iPhone')).not.toBeInTheDocument();
});

test('shows a failure to end a session, and keeps the list', async () => {
  backend(here, phone);
  answer(endSession, failure(503, { message: 'Briefly unavailable.' }));
  const { screen } = await renderApp('/account/sessions');
  await screen.getByRole('button', { name: /^End session of/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Briefly unavailable.');
  await expect.element(screen.getByText('Safari on iPhone')).toBeVisible();
});

test('offers Retry after a failure, and names a server without a list', async () => {
  answer(listSessions, failure(500));
  const { screen } = await renderApp('/account/sessions');
  await expect.element(screen.getByText('Couldn’t load sessions')).toBeVisible();
  answer(listSessions, bareFailure(404));
  await pressAndSee('Retry', screen.getByText('Not available'));
});
