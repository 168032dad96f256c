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

interface Entry {
  url: string;
  revision: string | null;
  integrity: string;
}

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build. */
  __WB_MANIFEST: Entry[];
};

const files: Entry[] = self.__WB_MANIFEST;
const page = '/field/index.html';
precacheAndRoute(files);
cleanupOutdatedCaches();
const answer = createHandlerBoundToURL(page);
// With its checksum, a page that was lost is kept again; Workbox does that by itself for all but the page.
const params = { integrity: files.find(({ url }) => url === page)?.integrity ?? '' };
registerRoute(new NavigationRoute((options) => answer({ ...options, params })));

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
