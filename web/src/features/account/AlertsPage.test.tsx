import {
  getMailAlert,
  type MailAlert,
  turnOffMailAlert,
  turnOnMailAlert,
} from '@doorstep/contract/alerts/mail';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test, vi } from 'vitest';
import { admin, renderApp } from '../../testing/render-app.tsx';

const off: MailAlert = { is_offered: true, address: null, last_sent_at: null, has_failed: false };
const on = { ...off, address: 'nandini@example.test' };

// Covers: alerts-1
test('is linked from the profile if the server sends e-mail; alerts can be turned on and off', async () => {
  answer(getMailAlert, off);
  const saved = vi.fn(({ body }: { body: unknown }) =>
    (body as { address: string }).address.includes('@')
      ? on
      : failure(400, { errors: { address: ['Email is invalid'] } }),
  );
  answer(turnOnMailAlert, saved);
  answer(turnOffMailAlert, off);
  const { screen, address } = await renderApp('/home', admin);
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await screen.getByRole('link', { name: 'E-mail alerts' }).click();
  await expect.poll(address).toBe('/account/alerts');
  const field = screen.getByLabelText('E-mail address');
  await expect.element(field).toHaveValue('nandini@doorstep.test');
  await field.fill('nandini');
  await pressAndSee('Turn on', screen.getByText('Email is invalid'));
  await field.fill('nandini@example.test');
  await pressAndSee('Turn on', screen.getByText('Nothing was sent yet.'));
  await pressAndSee('Turn off', screen.getByRole('button', { name: 'Turn on' }));
});

// Covers: alerts-1
test('shows that the alerts are loading, and then that they could not be loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(getMailAlert, () => promise);
  const { screen } = await renderApp('/account/alerts', admin);
  await expect.element(screen.getByRole('status', { name: 'Loading e-mail alerts' })).toBeVisible();
  resolve(failure(400));
  await expect.element(screen.getByText('Couldn’t load e-mail alerts')).toBeVisible();
});

// Covers: alerts-1
test('shows a failed e-mail', async () => {
  answer(getMailAlert, { ...on, has_failed: true, last_sent_at: '2026-03-05T05:00:00.000Z' });
  const { screen } = await renderApp('/account/alerts', admin);
  await expect.element(screen.getByText('Last sent Mar 5, 2026, 10:30 AM')).toBeVisible();
  await expect.element(screen.getByText(/^The last e-mail could not be sent/)).toBeVisible();
});

// Covers: alerts-1
test.each([
  ['another backend', () => bareFailure(404)],
  ['a server without e-mail or lender', () => ({ ...off, is_offered: false })],
])('shows no entry and no tab for %s', async (_, reply) => {
  const asked = vi.fn(reply);
  answer(getMailAlert, asked);
  const { screen } = await renderApp('/account/alerts', admin);
  await expect.element(screen.getByText('Not available')).toBeVisible();
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  await expect.element(screen.getByRole('link', { name: 'E-mail alerts' })).not.toBeInTheDocument();
});
