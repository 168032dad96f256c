import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { sendQueue } from '../lib/sync/send-queue.ts';

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/field/index.html')));

// The page decides when: never in the middle of a visit.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
});

// A page that was opened without a worker, or around it, is served from now on, and hears of the next version.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Background Sync: there is a network again, and the page may be closed. Sending does not need the PIN.
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'send') (event as SyncEvent).waitUntil(sendOrTryAgain());
});

/** Rejecting makes the browser wake the worker again later. */
async function sendOrTryAgain(): Promise<void> {
  const round = await sendQueue();
  if (round === 'again' || round === 'for Wi-Fi') throw new Error('Something is still to be sent.');
}
