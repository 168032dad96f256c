import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { phoneAtWork, task } from '../../testing/phone.ts';
import { endWaitsOf } from '../../testing/troubles.ts';
import { startVisit } from '../visit/draft.ts';
import { startWorker, updateNow } from './worker.ts';

beforeEach(phoneAtWork);

/**
 * Simulates a service worker's registration. Unless `outcome` is `nothing`, `update` finds a new version.
 * `settle` ends the installation with `outcome`.
 */
function findsUpdate(outcome: 'installed' | 'redundant' | 'nothing') {
  const worker = Object.assign(new EventTarget(), { state: 'installing', postMessage: vi.fn() });
  const registration = {
    installing: null as typeof worker | null,
    waiting: null as typeof worker | null,
    update: async () => {
      if (outcome !== 'nothing') registration.installing = worker;
    },
  };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(
    registration as unknown as ServiceWorkerRegistration,
  );
  const settle = async () => {
    await expect.poll(() => registration.installing).not.toBeNull();
    worker.state = outcome;
    registration.installing = null;
    if (outcome === 'installed') registration.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
  };
  return { worker, registration, settle };
}

// Covers: field-app-20
test('installs a requested update once it is completely stored', async () => {
  const { worker, settle } = findsUpdate('installed');
  const updating = updateNow();
  expect(worker.postMessage).not.toHaveBeenCalled();
  await settle();
  expect(await updating).toBe('changing');
  expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith('take over');
});

// Covers: field-app-16, field-app-20
test('waits for the open visit, and says so', async () => {
  await startVisit(task);
  const { worker, settle } = findsUpdate('installed');
  const updating = updateNow();
  await settle();
  expect(await updating).toBe('waits');
  expect(worker.postMessage).not.toHaveBeenCalled();
});

test('distinguishes "no newer version" from "could not be fetched"', async () => {
  findsUpdate('nothing');
  expect(await updateNow()).toBe('none');
  const { settle } = findsUpdate('redundant');
  const updating = updateNow();
  await Promise.all([expect(updating).rejects.toThrow('could not be fetched'), settle()]);
});

test.each(['update', 'install'])(
  'stops waiting for a network that does not answer: %s',
  async (step) => {
    const { registration } = findsUpdate('installed');
    if (step === 'update') registration.update = () => new Promise(() => {});
    endWaitsOf(60_000);
    await expect(updateNow()).rejects.toMatchObject({ name: 'TimeoutError' });
  },
);

// Covers: field-app-20
test('looks for a newer worker, and reloads when it takes over, but not for the first', async () => {
  vi.stubEnv('PROD', true);
  onTestFinished(() => void vi.unstubAllEnvs());
  const update = vi.fn(async () => {});
  const registration = Object.assign(new EventTarget(), { waiting: null, update });
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(
    registration as unknown as ServiceWorkerRegistration,
  );
  vi.spyOn(ServiceWorkerContainer.prototype, 'controller', 'get').mockReturnValue(null);
  const reload = vi.fn();
  await startWorker(reload);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => update.mock.calls.length).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => update.mock.calls.length).toBe(2);
  const change = () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
  change();
  expect(reload).not.toHaveBeenCalled();
  change();
  expect(reload).toHaveBeenCalledOnce();
});
