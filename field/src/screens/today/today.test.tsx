import { expect, test, vi } from 'vitest';
import { announce } from '../../lib/db/announce.ts';
import { database, writeMeta } from '../../lib/db/database.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { showBadge } from '../../lib/news/badge.ts';
import { newsKey } from '../../lib/news/show-news.ts';
import { noteHeard } from '../../lib/tasks/last-heard.ts';
import { addNotices } from '../../lib/tasks/notices.ts';
import {
  openPhone,
  queueVisit,
  removeVisits,
  storeMessageStates,
  summaryOf,
} from '../../testing/day.ts';
import { expectFull, expectHeading, expectText, openApp } from '../../testing/open-app.tsx';
import { inMinutes, taskOf } from '../../testing/phone.ts';
import { endTroubles, simulateFullStore } from '../../testing/troubles.ts';

// Covers: field-app-14
test('sorts a locked door by its time to try again, before the office knows of it', async () => {
  await openPhone([taskOf({ id: 1, name: 'Anil Sharma' }), taskOf({ id: 2, name: 'Meera Joshi' })]);
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(10, 0, 0, 0);
  await queueVisit('Anil Sharma', {
    taskId: 1,
    isFinal: false,
    summary: await summaryOf('Anil Sharma', { tryAgainAt: tomorrow.toISOString() }),
  });
  const screen = await openApp();
  await expectHeading(/Tomorrow$/);
  await expect.element(screen.getByText(/this phone is full$/)).not.toBeInTheDocument();
  const rows = screen.getByRole('link', { name: /^(Anil Sharma|Meera Joshi)/ });
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/^Meera JoshiNo time set/),
      expect.stringMatching(/^Anil SharmaTry again tomorrow 10:00/),
      expect.stringMatching(/^Anil Sharma/),
    ]);
});

// Covers: field-app-42
test('reminds of each visit whose time to try again has come, for an hour', async () => {
  const plannedFor = (id: number, name: string, minutes: number) =>
    taskOf({
      ...{ id, name },
      attempts: [
        {
          ...{ outcome: 'locked', at: inMinutes(-300), by: 'Asha' },
          try_again_at: inMinutes(minutes),
        },
      ],
    });
  await openPhone([
    plannedFor(1, 'Anil Sharma', -5),
    plannedFor(2, 'Kiran Bhosale', -55),
    plannedFor(3, 'Meera Joshi', 5),
    plannedFor(4, 'Ravi More', -65),
  ]);
  const screen = await openApp();
  const reminders = screen.getByRole('link', { name: /^Time to visit/ });
  await expect
    .poll(() => reminders.elements().map(({ textContent }) => textContent))
    .toEqual(['Time to visit: Kiran Bhosale', 'Time to visit: Anil Sharma']);
});

test('says which tasks the office removed and why, until the agent closes the notice', async () => {
  await openPhone();
  await removeVisits();
  await storeMessageStates(2);
  const by = { because: 'reassigned' as const, by: null, at: inMinutes(-5) };
  await addNotices(openKey(), [{ applicant_id: 3, ...by }], new Map());
  const screen = await openApp();
  await expectText(/^A visit: taken back by the office at .*\d\.$/);
  await expectText('Deepak Nair: deleted by the office. The office has your message.');
  const given = screen.getByText(/^Farid Shaikh: given to Ravi More at .*\d\.$/);
  await expect.element(given).toBeVisible();
  const close = screen.getByRole('button', { name: 'Close' }).first();
  simulateFullStore('meta');
  await close.click();
  const alert = await expectFull();
  endTroubles();
  await close.click();
  await expect.element(given).not.toBeInTheDocument();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveLength(2);
});

// Covers: field-app-35
test('says when it last heard from the office, if nothing is unsent and the phone shows no messages', async () => {
  await openPhone();
  const screen = await openApp();
  await expect.element(screen.getByText('Nothing sent yet')).toBeVisible();
  await noteHeard();
  const heard = screen.getByText(/^Last contact with the office: \d\d:\d\d$/);
  await expect.element(heard).toBeVisible();
  const visitId = await queueVisit('Kiran Bhosale');
  await expect.element(heard).not.toBeInTheDocument();
  await (await database()).delete('outbox', visitId);
  announce('outbox');
  await expect.element(heard).toBeVisible();
  await writeMeta(newsKey, {});
  announce('meta');
  await expect.element(heard).not.toBeInTheDocument();
});

// Covers: field-app-35
test('counts unsent visits and messages, and unread news on the icon', async () => {
  const set = vi.fn(async () => {});
  const clear = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(navigator, { setAppBadge: set, clearAppBadge: clear }));
  await openPhone();
  await queueVisit('Kiran Bhosale');
  await storeMessageStates(1);
  const data = { new: 2, gone: 3, messages: 1 };
  const registration = { getNotifications: async () => [{ data }] };
  await showBadge(Promise.resolve(registration as unknown as ServiceWorkerRegistration));
  expect(set).toHaveBeenLastCalledWith(5);
  await openPhone();
  await showBadge(Promise.resolve(undefined));
  expect(clear).toHaveBeenCalledOnce();
});
