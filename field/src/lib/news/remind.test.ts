import { expect, test, vi } from 'vitest';
import { openPhone } from '../../testing/day.ts';
import { inMinutes, taskOf } from '../../testing/phone.ts';
import { simulatePush } from '../../testing/troubles.ts';
import { writeMeta } from '../db/database.ts';
import { lockNow } from '../lock/lock.ts';
import { isAttemptPlannedWithin } from '../tasks/planned-attempts.ts';
import { listTasks } from '../tasks/tasks.ts';
import { startReminders } from './remind.ts';
import { newsKey } from './show-news.ts';

// Covers: field-app-42
test('reminds of a planned attempt once, without a name, also while locked, if the agent wants messages', async () => {
  const { browser, registration } = simulatePush('granted');
  const show = vi.spyOn(registration, 'showNotification');
  const again = (id: number, minutes: number) =>
    taskOf({
      ...{ id, name: 'Anil Sharma' },
      attempts: [
        { outcome: 'locked', at: inMinutes(-5), try_again_at: inMinutes(minutes), by: '' },
      ],
    });
  await openPhone([again(1, 90), again(2, 180)]);
  await listTasks();
  const in91Minutes = Date.now() + 91 * 60_000;
  expect(isAttemptPlannedWithin(in91Minutes, in91Minutes + 60 * 60_000)).toBe(false);
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  startReminders();
  lockNow();
  vi.advanceTimersByTime(91 * 60_000);
  await expect.poll(() => browser.shown).toEqual([]);

  await writeMeta(newsKey, { again: 'फिर से' });
  vi.advanceTimersByTime(91 * 60_000);
  await expect.poll(() => browser.shown).toMatchObject([{ body: 'फिर से', tag: 'again' }]);
  expect(show).toHaveBeenCalledOnce();
});
