import type { Language } from '@doorstep/contract/languages';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLanguage, readLanguage, useSpoken } from '../../words/language.ts';
import { database } from '../db/database.ts';
import { withTimeout } from '../with-timeout.ts';
import { storeLanguage } from './store-language.ts';

let isWaiting = false;
/**
 * Whether to reload the page when the next worker takes over. False for the first worker, because it serves
 * the version that is already shown.
 */
let reloadsNext = false;
const listeners = new Set<() => void>();

export const useUpdateWaits = (): boolean => useSyncExternalStore(subscribe, () => isWaiting);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether this page and its language are stored on the phone, so that they open without a network. */
export function useIsStored(): boolean {
  const { language } = useSpoken();
  const [stored, setStored] = useState<Language>();
  // Private windows of some browsers have no service worker.
  useEffect(
    () =>
      void navigator.serviceWorker?.ready.then(({ active }) => {
        // Until the worker is active, the page still fetches its screens from the network.
        const look = () => {
          if (active?.state !== 'activated') return;
          storeLanguage(active, language).then(
            () => setStored(language),
            () => {},
          );
        };
        active?.addEventListener('statechange', look);
        look();
      }),
    [language],
  );
  return stored === language;
}

/**
 * Registers the service worker, which stores the app on the phone. The page switches to a new version at its
 * start or when the agent leaves the app, but not while a visit is open. {@link updateNow} switches earlier.
 * If all pages are closed, the browser may switch even during a visit.
 */
export async function startWorker(reload = () => location.reload()): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker.register('/field/service-worker.js', {
      scope: '/field/',
      updateViaCache: 'none',
    });
  // Registers again before each look for a newer version, because the browser forgets a worker whose first
  // version could not be stored. Ignores errors, because the phone may have no network.
  const look = () =>
    void register()
      .then((found) => found.update())
      .catch(() => {});
  window.addEventListener('online', look);
  startStoringLanguage();
  const registration = await register();
  reloadsNext = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (reloadsNext) reload();
    reloadsNext = true;
  });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    // Doesn't switch to the new version yet, because that would reload the page while the agent uses it.
    installing?.addEventListener('statechange', () => void noteWaiting(registration));
  });
  await changeOver(registration);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void changeOver(registration);
    else look();
  });
}

/**
 * Tells the worker to store the file of each shown language, because the page may have loaded the file
 * before the worker was active.
 */
function startStoringLanguage(): void {
  const store = async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active) await storeLanguage(active, readLanguage());
  };
  // Ignores errors, because the next start tries again.
  const ask = () => void store().catch(() => {});
  onLanguage(ask);
  ask();
}

async function changeOver(registration: ServiceWorkerRegistration): Promise<void> {
  if ((await noteWaiting(registration)) || !registration.waiting) return;
  // This page shows the old version. It must reload even if it was loaded without a worker.
  reloadsNext = true;
  registration.waiting.postMessage('take over');
}

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

async function noteWaiting({ waiting }: ServiceWorkerRegistration): Promise<boolean> {
  isWaiting = waiting !== null && (await (await database()).count('drafts')) > 0;
  for (const listener of listeners) listener();
  return isWaiting;
}

/** `changing`: the page is about to reload. `waits`: a visit is open. `none`: there is no newer version. */
export type Updating = 'changing' | 'waits' | 'none';

const longestStep = 60_000;

/**
 * Looks for a newer version, and switches to it unless a visit is open. Rejects if the newer version can't be
 * fetched, for example without a network.
 */
export async function updateNow(): Promise<Updating> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration)
    await withTimeout(registration.update(), longestStep, 'No answer to the update.');
  const installing = registration?.installing;
  if (installing)
    await withTimeout(isInstalled(installing), longestStep, 'The update takes too long.');
  if (!registration?.waiting) return 'none';
  await changeOver(registration);
  return isWaiting ? 'waits' : 'changing';
}
