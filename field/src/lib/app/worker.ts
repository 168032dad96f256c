import { useEffect, useState, useSyncExternalStore } from 'react';
import { database } from '../db/database.ts';
import { inTime } from '../in-time.ts';

let isWaiting = false;
/** The page is reloaded when another service worker takes over; the first one serves the version that is already shown. */
let reloadsNext = false;
const listeners = new Set<() => void>();

/** Whether a new version is on the phone and waits for the end of a visit. */
export const useUpdateWaits = (): boolean => useSyncExternalStore(subscribe, () => isWaiting);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether all of the app is on the phone and this page is served from there, so that it opens without a network. */
export function useIsStored(): boolean {
  const [isStored, setStored] = useState(false);
  // Private windows of some browsers have no service worker.
  useEffect(
    () =>
      void navigator.serviceWorker?.ready.then(({ active }) => {
        // Until then this page still fetches its screens from the network.
        const look = () => setStored(active?.state === 'activated');
        active?.addEventListener('statechange', look);
        look();
      }),
    [],
  );
  return isStored;
}

/**
 * Registers the service worker, which keeps the app on the phone. A new version takes over at the start or when the
 * app is left, unless a visit is open.
 */
export async function startWorker(reload = () => location.reload()): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register('/field/service-worker.js', {
      scope: '/field/',
      updateViaCache: 'none',
    });
  // A first version that could not be stored is forgotten by the browser. Fails without a network.
  const look = () =>
    void register()
      .then((found) => found.update())
      .catch(() => {});
  window.addEventListener('online', look);
  const registration = await register();
  reloadsNext = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (reloadsNext) reload();
    reloadsNext = true;
  });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    // Only notes that it waits: a change of version in front of the agent would reload the page.
    installing?.addEventListener('statechange', () => void noteWaiting(registration));
  });
  await changeOver(registration);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void changeOver(registration);
    else look();
  });
}

async function changeOver(registration: ServiceWorkerRegistration): Promise<void> {
  if ((await noteWaiting(registration)) || !registration.waiting) return;
  // Also a page that none has served so far.
  reloadsNext = true;
  registration.waiting.postMessage('take over');
}

/** Done once a new version is on the phone. */
async function isInstalled(worker: ServiceWorker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'redundant') reject(new Error('The new version could not be fetched.'));
      else if (worker.state !== 'installing') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Notes, and returns, whether a new version has to wait for a visit. */
async function noteWaiting({ waiting }: ServiceWorkerRegistration): Promise<boolean> {
  isWaiting = waiting !== null && (await (await database()).count('drafts')) > 0;
  for (const listener of listeners) listener();
  return isWaiting;
}

/** `changing`: the page is about to be reloaded; `waits`: for the end of a visit; `none`: there is no newer version. */
export type Updating = 'changing' | 'waits' | 'none';

const longestStep = 60_000;

/** Fetches a newer version and changes to it at once, where there is one and no visit is open. Rejects without a network. */
export async function updateNow(): Promise<Updating> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) await inTime(registration.update(), longestStep, 'No answer to the update.');
  const installing = registration?.installing;
  if (installing) await inTime(isInstalled(installing), longestStep, 'The update takes too long.');
  if (!registration?.waiting) return 'none';
  await changeOver(registration);
  return isWaiting ? 'waits' : 'changing';
}
