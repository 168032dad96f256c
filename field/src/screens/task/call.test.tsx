import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test, vi } from 'vitest';
import { goTo } from '../../lib/address.ts';
import { database } from '../../lib/db/database.ts';
import { openPhone } from '../../testing/day.ts';
import { expectFull, expectHeading, openApp, watchNextClick } from '../../testing/open-app.tsx';
import { taskOf } from '../../testing/phone.ts';
import { endTroubles, simulateFullPhone, simulateFullStore } from '../../testing/troubles.ts';

const anil = () => taskOf({ id: 10_001, name: 'Anil Sharma' });

/**
 * Returns the list of the dialed links. `stored` is the number of calls that were stored when the link was
 * opened.
 */
function watchDialer() {
  const opened: { href: string; stored: Promise<number> }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    opened.push({ href: this.href, stored: database().then((db) => db.count('calls')) });
  });
  return opened;
}

const states = async () => (await (await database()).getAll('calls')).map(({ state }) => state);

// Covers: field-app-60
test('asks after a call how it went, on the task and on Today, until it is answered', async () => {
  await openPhone([anil()]);
  const opened = watchDialer();
  const screen = await openApp('/task/10001');
  const readPrevented = watchNextClick();
  await screen.getByRole('link', { name: 'Call', exact: true }).click();
  await expect.poll(() => opened.length).toBe(1);
  // Otherwise, the browser opens the dialer before the call is stored.
  expect(readPrevented).toHaveReturnedWith(true);
  expect(opened[0]?.href).toBe('tel:+919876543210');
  expect(await opened[0]?.stored).toBe(1);
  await expect.element(screen.getByRole('link', { name: /^How did the call go/ })).toBeVisible();

  // Simulates that the phone ended the browser during the call.
  await screen.unmount();
  const later = await openApp();
  await later.getByRole('link', { name: /^How did the call to Anil Sharma go/ }).click();
  await later.getByRole('button', { name: 'No answer, or not reachable' }).click();
  await expect.poll(states).toEqual(['waiting']);
  const asking = later.getByRole('link', { name: /^How did the call/ });
  await expect.element(asking).not.toBeInTheDocument();
  await later.getByRole('link', { name: /^Anil Sharma/ }).click();
  await expect.element(later.getByText('Called once')).toBeVisible();
});

// Covers: field-app-60
test('a call that was not made leaves no question', async () => {
  await openPhone([anil()]);
  watchDialer();
  const screen = await openApp();
  await screen.getByRole('link', { name: 'Call Anil Sharma' }).click();
  await screen.getByRole('link', { name: /^How did the call to Anil Sharma go/ }).click();
  simulateFullStore('calls');
  await screen.getByRole('button', { name: 'No answer, or not reachable' }).click();
  await expectFull();
  endTroubles();
  const none = screen.getByRole('button', { name: 'I did not call' });
  await pressAndSee('Appointment', screen.getByRole('button', { name: 'Tomorrow' }));
  await pressAndSee('Back', none);
  await none.click();
  await expect.poll(states).toEqual([]);
  await expectHeading(/^Today/);
});

// Covers: field-app-60
test('a full phone calls all the same', async () => {
  await openPhone([anil()]);
  const opened = watchDialer();
  const screen = await openApp('/task/10001');
  simulateFullPhone();
  await screen.getByRole('link', { name: 'Call', exact: true }).click();
  await expect.poll(() => opened.length).toBe(1);
});

// Covers: field-app-62
test('an appointment becomes a stop at that time; in the evening, the first day is tomorrow', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(20, 0) });
  await openPhone([anil()]);
  watchDialer();
  const screen = await openApp();
  await screen.getByRole('link', { name: 'Call Anil Sharma' }).click();
  await screen.getByRole('link', { name: /^How did the call/ }).click();
  await screen.getByRole('button', { name: 'Appointment' }).click();
  const tomorrow = screen.getByRole('button', { name: 'Tomorrow' });
  await expect.element(tomorrow).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: 'Today' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Another day' }).click();
  await expect.element(screen.getByRole('button', { name: /:00$/ })).toHaveLength(13);
  await screen.getByRole('button', { name: '08:00' }).click();
  // Another day takes the chosen time back.
  await tomorrow.click();
  await expect.element(screen.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '17:00' }).click();
  await screen.getByRole('button', { name: 'Save: tomorrow 17:00' }).click();
  await expect
    .element(screen.getByRole('link', { name: /^Anil Sharma/ }))
    .toMatchTextContent(/Appointment tomorrow 17:00/);
});

// Covers: field-app-63
test('offers three calls without an answer first among the reasons to give back, and no fewer', async () => {
  const call = (nth: number) => ({
    ...{ id: `c${nth}`, at: `2026-11-2${nth}T05:00:00.000Z`, by: 'Asha Patil' },
    ...{ result: 'switched_off' as const, appointment_at: null, assignment_version: 1 },
  });
  await openPhone([
    { ...anil(), calls: [call(1), call(2)] },
    { ...anil(), id: 10_002, name: 'Meera Joshi', calls: [call(1), call(2), call(3)] },
  ]);
  const screen = await openApp('/task/10001/give-back');
  const reason = screen.getByRole('group').getByRole('button').first();
  await expect.element(reason).toHaveTextContent('Not my area');
  goTo('/task/10002/give-back');
  await expect.element(reason).toHaveTextContent('Three calls without an answer');
  await pressAndSee(reason, screen.getByText('Called 3 times'));
  await expect.element(screen.getByText(/Switched off · Asha Patil$/)).toHaveLength(3);
});
