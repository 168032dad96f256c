import { limits } from '@doorstep/contract/limits';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { giveBackTask } from '@doorstep/contract/visits/phone';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { goTo } from '../../lib/address.ts';
import { announce } from '../../lib/db/announce.ts';
import { database, writeMeta } from '../../lib/db/database.ts';
import { anil, beginVisit, openPhone, queueVisit, sunita } from '../../testing/day.ts';
import { expectFull, expectHeading, openApp } from '../../testing/open-app.tsx';
import { simulateFullPhone, simulateSpace } from '../../testing/troubles.ts';

const address = `/task/${anil().id}`;
beforeEach(() => openPhone([anil()]));

// Covers: field-app-20
test('does not start a visit with an outdated app, but continues an open one', async () => {
  await writeMeta('leastVersion', '99.0.0');
  const screen = await openApp(address);
  await pressAndSee('Update now', screen.getByText('There is no newer version yet.'));
  const { promise: updating, reject } = Promise.withResolvers<undefined>();
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockReturnValue(updating);
  await pressAndSee('Update now', screen.getByRole('button', { name: 'Updating…' }));
  reject(new Error('Broken.'));
  await expect.element(screen.getByText(/^Couldn’t download the newer version/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start visit' })).not.toBeInTheDocument();
  await beginVisit(anil());
  await expect.element(screen.getByRole('button', { name: 'Continue visit' })).toBeVisible();
});

test('mentions unprotected storage only while something is unsent', async () => {
  simulateSpace({ freeMb: 90, isPersisted: false });
  const screen = await openApp(address);
  await expect.element(screen.getByText(/^Little space on this phone/)).toBeVisible();
  const warning = screen.getByText(/^Storage is not protected/);
  await expect.element(warning).not.toBeInTheDocument();
  await queueVisit('Kiran Bhosale');
  await expect.element(warning).toBeVisible();
});

// Covers: field-app-18
test('says that a full phone can’t start a visit', async () => {
  const screen = await openApp(address);
  simulateFullPhone();
  await screen.getByRole('button', { name: 'Start visit' }).click();
  await expectFull();
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
});

test('shows an error instead of an empty screen when the storage does not open', async () => {
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  // React logs the errors that its error boundary catches.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Newer.', 'VersionError');
  });
  await openApp(address);
  await expectHeading('Something went wrong');
});

test('shows no empty screen when a task leaves the phone while it is given back', async () => {
  const screen = await openApp(`${address}/give-back`);
  await expect.element(screen.getByText('Anil Sharma')).toBeVisible();
  await (await database()).delete('tasks', anil().id);
  announce('tasks');
  await pressAndSee('To today’s visits', screen.getByRole('heading', { name: /^Today/ }));
});

test('says why a visit was sent back, and which photos the office wants', async () => {
  const { sent_back } = sunita();
  await openPhone([
    sunita(),
    { ...sunita(), id: 10_003, sent_back: sent_back && { ...sent_back, note: '' } },
  ]);
  const screen = await openApp('/task/10002');
  const reason = screen.getByText('Photo unclear');
  await expectHeading('Name plate unreadable. Take it again.');
  await expect.element(reason).toBeVisible();
  await expect.element(screen.getByRole('listitem').getByText('Name plate')).toBeVisible();
  goTo('/task/10003');
  await expectHeading('Photo unclear');
  await expect.element(reason).toHaveLength(1);
});

test('gives a task back after its reason is complete and the office has answered', async () => {
  const sent: unknown[] = [];
  const failures = [
    ...[noConnection(), failure(409, { code: 'too_few_calls' }), failure(409), failure(500)],
  ];
  answer(giveBackTask, ({ body }) => {
    sent.push(body);
    return failures.shift() ?? { success: true as const, message: '' };
  });
  const screen = await openApp(`${address}/give-back`);
  await screen.getByText('Another reason').click();
  await pressAndSee('Give back', screen.getByText('Write the reason in the note.'));
  await screen.getByRole('textbox').fill('2341 2341 2346');
  await pressAndSee('Give back', screen.getByText(/^Remove the Aadhaar number/));
  await screen.getByRole('textbox').fill(' The road is closed. ');
  await pressAndSee('Give back', screen.getByText(/^No network\. Giving back/));
  await pressAndSee('Give back', screen.getByText(/^The office has not received your calls/));
  await pressAndSee('Give back', screen.getByText(/^The office has changed this visit/));
  await pressAndSee('Give back', screen.getByText('Couldn’t give the visit back. Try again.'));
  await screen.getByRole('button', { name: 'Give back' }).click();
  await expectHeading(/^Today/);
  await expect.poll(() => location.pathname).toBe('/field/');
  const { assignment_version } = anil();
  const body = { assignment_version, reason: 'other', note: 'The road is closed.' };
  await expect.poll(() => sent).toEqual([body, body, body, body, body]);
  await expect.poll(async () => (await database()).count('tasks')).toBe(0);
});

test('stays where the agent has gone when the office accepts a task', async () => {
  const hasLeft = Promise.withResolvers<void>();
  answer(giveBackTask, () => hasLeft.promise.then(() => ({ success: true as const, message: '' })));
  const screen = await openApp(`${address}/give-back`);
  await screen.getByText('Another reason').click();
  await screen.getByRole('textbox').fill('The road is closed.');
  await pressAndSee('Give back', screen.getByRole('button', { name: 'Giving back…' }));
  goTo('/queue');
  await expectHeading('Queue');
  hasLeft.resolve();
  await expect.poll(async () => (await database()).count('tasks')).toBe(0);
  await expectHeading('Queue');
  expect(location.pathname).toBe('/field/queue');
});

test('limits a note and a message to the office to the server’s lengths', async () => {
  const screen = await openApp(`${address}/give-back`);
  await screen.getByText('Another reason').click();
  const text = screen.getByRole('textbox');
  const expectLimit = async (length: number) => {
    await text.fill('x'.repeat(length));
    await text.click();
    await userEvent.keyboard('y');
    await expect.element(text).toHaveValue('x'.repeat(length));
  };
  await expectLimit(limits.noteLength);
  goTo(address);
  await screen.getByRole('button', { name: 'Write to the office' }).click();
  await expectLimit(limits.messageLength);
});

// Covers: clock-2
test('says until when the task must be done, as remaining and exact time', async () => {
  // Sets the clock to noon. In the last hour of a day, the task would be due tomorrow.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0) });
  await openPhone([anil()]);
  const screen = await openApp(address);
  const due = screen.getByText(/^\d+ min left · \d\d:\d\d$/);
  await expect.element(screen.getByText('Must be done by')).toBeVisible();
  await expect.element(due).toBeVisible();
  goTo('/');
  await expectHeading(/^Today/);
  await expect.element(due).toBeVisible();
});
