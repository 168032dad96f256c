import { expect, onTestFinished, test, vi } from 'vitest';
import { officeHas } from '../../testing/office.ts';
import { phoneAtWork, storeTasks, task } from '../../testing/phone.ts';
import { sendSoon } from '../sync/queue.ts';
import { fetchTasks } from '../tasks/fetch-tasks.ts';
import { startFetchingTasks } from './start-fetching-tasks.ts';

// Covers: field-app-14
test('asks for tasks every two minutes, and when online, shown again or sending', async () => {
  await phoneAtWork();
  const office = officeHas([]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = startFetchingTasks();
  const causes = [
    () => vi.advanceTimersByTime(120_000),
    () => window.dispatchEvent(new Event('online')),
    () => document.dispatchEvent(new Event('visibilitychange')),
    sendSoon,
  ];
  for (const cause of [() => {}, ...causes]) {
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
  const look = vi.spyOn(document, 'visibilityState', 'get');
  for (const cause of causes) cause();
  expect(look).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('asks for no tasks while the page is hidden', async () => {
  await phoneAtWork();
  const office = officeHas([]);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(startFetchingTasks());
  // A request of the hidden page would have read the known tasks before this task was stored.
  await storeTasks(task);
  await fetchTasks();
  expect(office.known).toEqual(['10001-a1b2c3d4']);
});
