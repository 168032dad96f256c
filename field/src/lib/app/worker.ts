import { database } from '../db/database.ts';

/**
 * Registers the service worker, which keeps the app on the phone. A new version waits until no visit goes on and nobody looks:
 * at the start, and when the app is left.
 */
export async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/field/service-worker.js', {
    scope: '/field/',
    updateViaCache: 'none',
  });
  const hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of all brings nothing new.
    if (hadWorker) location.reload();
  });
  await changeOver(registration);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void changeOver(registration);
    // Without a network there is no new version.
    else void registration.update().catch(() => {});
  });
}

async function changeOver({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (waiting && (await (await database()).count('drafts')) === 0) waiting.postMessage('take over');
}
