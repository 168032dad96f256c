import { expect, onTestFinished, test, vi } from 'vitest';
import { requestPersistence } from './request-persistence.ts';

test('asks the browser for persistent storage at each start and after installing, until it agrees', async () => {
  let isKept = false;
  vi.spyOn(navigator.storage, 'persisted').mockImplementation(async () => isKept);
  const persist = vi.spyOn(navigator.storage, 'persist').mockImplementation(async () => isKept);
  onTestFinished(requestPersistence());
  await expect.poll(() => persist.mock.calls.length).toBe(1);
  window.dispatchEvent(new Event('appinstalled'));
  await expect.poll(() => persist.mock.calls.length).toBe(2);

  isKept = true;
  const asked = vi.mocked(navigator.storage.persisted).mock.calls.length;
  onTestFinished(requestPersistence());
  await expect.poll(() => vi.mocked(navigator.storage.persisted).mock.calls.length).toBe(asked + 1);
  expect(persist).toHaveBeenCalledTimes(2);
});
