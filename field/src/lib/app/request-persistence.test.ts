import { expect, onTestFinished, test, vi } from 'vitest';
import { requestPersistence } from './request-persistence.ts';

test('asks the browser for persistent storage at each start and after installing, until it agrees', async () => {
  let isKept = false;
  const persisted = vi.spyOn(navigator.storage, 'persisted').mockImplementation(async () => isKept);
  const persist = vi.spyOn(navigator.storage, 'persist').mockImplementation(async () => isKept);
  const stop = requestPersistence();
  onTestFinished(stop);
  await expect.poll(() => persist.mock.calls.length).toBe(1);
  window.dispatchEvent(new Event('appinstalled'));
  await expect.poll(() => persist.mock.calls.length).toBe(2);

  stop();
  window.dispatchEvent(new Event('appinstalled'));
  expect(persisted).toHaveBeenCalledTimes(2);
  isKept = true;
  onTestFinished(requestPersistence());
  await expect.poll(() => persisted.mock.calls.length).toBe(3);
  expect(persist).toHaveBeenCalledTimes(2);
});
