import { cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { inTime } from '../lib/in-time.ts';
import { showNews } from '../lib/news/show-news.ts';
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

/** Even a slow phone reads a file of its own in less. */
const longestLook = 5_000;
const files: Entry[] = self.__WB_MANIFEST;
const page = '/field/index.html';
const integrities = new Map(files.map(({ url, integrity }) => [url, integrity]));
precache(files);
cleanupOutdatedCaches();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && integrities.has(url.pathname),
  ({ request, event, url }) => answer(url.pathname, request, event),
);
registerRoute(new NavigationRoute(({ request, event }) => answer(page, request, event)));

/**
 * Answers with a file that is on the phone. With its checksum one that was lost is kept again. After a phone was switched off
 * without warning the browser's cache may never answer, and nothing would be shown: then the network is asked too.
 */
async function answer(path: string, request: Request, event: ExtendableEvent): Promise<Response> {
  const params = { integrity: integrities.get(path) ?? '' };
  const url = new URL(path, self.location.origin);
  const kept = createHandlerBoundToURL(path)({ url, request, event, params });
  return inTime(kept, longestLook, 'The cache did not answer.').catch(() =>
    Promise.any([kept, fetchFile(path, request)]),
  );
}

/** Fetches a file of the app. Rejects what is another one: a proxy's error, a hotspot's sign-in page. */
async function fetchFile(path: string, request: Request): Promise<Response> {
  // The page has none that is known: the server may have a newer one.
  const integrity = path === page ? undefined : integrities.get(path);
  const answered = await fetch(request, integrity ? { integrity } : {});
  if (!answered.ok || answered.redirected) throw new Error(`${path} did not come.`);
  return answered;
}

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

// How many tasks are new and moved. The phone may be locked, and the app closed.
self.addEventListener('push', (event) => {
  event.waitUntil(showNews(self.registration, readJson(event.data)));
});

function readJson(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp());
});

/** Shows a page of the app that is open, else opens one. */
async function openApp(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.find(({ url }) => new URL(url).pathname.startsWith('/field/'));
  await (own ? own.focus() : self.clients.openWindow('/field/'));
}
