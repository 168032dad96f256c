import { expect, test, vi } from 'vitest';
import { officeHas } from '../../testing/office.ts';
import { phoneAtWork } from '../../testing/phone.ts';
import { sendSoon } from '../sync/queue.ts';
import { startFetchingTasks } from './start-fetching-tasks.ts';

// Covers: field-app-14
test('asks for tasks every two minutes, and when online, shown again or sending', async () => {
  await phoneAtWork();
  const office = officeHas([]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = startFetchingTasks();
  for (const cause of [
    () => {},
    () => vi.advanceTimersByTime(120_000),
    () => window.dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
    sendSoon,
  ]) {
    const before = office.known.length;
    // Repeats the cause, because the request before may still be running, and would then count for both.
    await expect
      .poll(() => {
        if (office.known.length === before) cause();
        return office.known.length;
      })
      .toBe(before + 1);
  }
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
