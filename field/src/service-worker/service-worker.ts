import { cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { showBadge } from '../lib/news/badge.ts';
import { showNews } from '../lib/news/show-news.ts';
import { sendQueue } from '../lib/sync/send-queue.ts';
import { withTimeout } from '../lib/with-timeout.ts';

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

interface Entry {
  url: string;
  revision: string | null;
  integrity: string;
}

declare const self: ServiceWorkerGlobalScope & {
  /**
   * The build sets both lists. `__LANGUAGES` has the languages and the practice cases, which are stored
   * when they are first needed.
   */
  __WB_MANIFEST: Entry[];
  __LANGUAGES: Entry[];
};

/** The milliseconds to wait for a stored file. Even a slow phone reads a file faster. */
const longestLook = 5_000;
const files: Entry[] = self.__WB_MANIFEST;
const languages: Entry[] = self.__LANGUAGES;
const languageCache = 'doorstep-languages';
const page = '/field/index.html';
const integrities = new Map([...files, ...languages].map(({ url, integrity }) => [url, integrity]));
precache(files);
cleanupOutdatedCaches();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && integrities.has(url.pathname),
  ({ request, event, url }) => answer(url.pathname, request, event),
);
registerRoute(new NavigationRoute(({ request, event }) => answer(page, request, event)));

/**
 * Answers with a stored file. If the file is lost, Workbox fetches it, but stores it only with a checksum.
 * After a sudden power loss the browser's cache may never answer. Then the network is tried too.
 */
async function answer(path: string, request: Request, event: ExtendableEvent): Promise<Response> {
  const params = { integrity: integrities.get(path) ?? '' };
  const url = new URL(path, self.location.origin);
  const isLanguage = languages.some((file) => file.url === path);
  const kept = isLanguage
    ? readLanguage(path)
    : createHandlerBoundToURL(path)({ url, request, event, params });
  return withTimeout(kept, longestLook, 'The cache did not answer.').catch(() =>
    Promise.any([kept, fetchFile(path, request)]),
  );
}

async function readLanguage(path: string): Promise<Response> {
  const cache = await caches.open(languageCache);
  const stored = await cache.match(path);
  if (stored) return stored;
  const fetched = await fetch(path, { integrity: integrities.get(path) ?? '' });
  if (!fetched.ok) throw new Error(`${path} could not be fetched.`);
  await cache.put(path, fetched.clone());
  return fetched;
}

/** Returns the language in the address of a file: `mr` in `/field/assets/mr-Bx3k.json`. */
const languageOf = (url: string) =>
  /\/([a-z]+)-[^/]*$/.exec(new URL(url, self.location.origin).pathname)?.[1];

// Installs a new version only together with the languages that the phone already has.
self.addEventListener('install', (event) => {
  const store = async () => {
    const had = new Set(
      (await (await caches.open(languageCache)).keys()).map(({ url }) => languageOf(url)),
    );
    await Promise.all(
      languages.filter(({ url }) => had.has(languageOf(url))).map(({ url }) => readLanguage(url)),
    );
  };
  event.waitUntil(store());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const cache = await caches.open(languageCache);
    for (const request of await cache.keys()) {
      if (!integrities.has(new URL(request.url).pathname)) await cache.delete(request);
    }
  };
  event.waitUntil(clean());
});

/** Sends true to `port` once the phone has the language, or false if its file can't be fetched or stored. */
async function storeLanguage(language: string, port: MessagePort | undefined): Promise<void> {
  const file = languages.find(({ url }) => languageOf(url) === language);
  try {
    if (file) await readLanguage(file.url);
    port?.postMessage(true);
  } catch {
    port?.postMessage(false);
  }
}

/** Rejects an answer that is not the file, such as a proxy's error or a hotspot's sign-in page. */
async function fetchFile(path: string, request: Request): Promise<Response> {
  // Fetches the page without a checksum, because the server may have a newer page.
  const integrity = path === page ? undefined : integrities.get(path);
  const answered = await fetch(request, integrity ? { integrity } : {});
  if (!answered.ok || answered.redirected) throw new Error(`${path} could not be fetched.`);
  return answered;
}

// The page decides when the new version takes over, so that the page is not reloaded during a visit.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  const { language } = Object(event.data) as { language?: string };
  if (language) event.waitUntil(storeLanguage(language, event.ports[0]));
});

// Also takes over a page that was opened without a worker, so that the page is notified of the next
// version.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Sends the queue when the network is back (Background Sync), even if the page is closed. Sending does not
// need the PIN.
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'send') (event as SyncEvent).waitUntil(sendOrTryAgain());
});

/** Rejects if something is left that can be sent later, so that the browser wakes the worker again. */
async function sendOrTryAgain(): Promise<void> {
  const round = await sendQueue();
  if (round === 'again' || round === 'for Wi-Fi') throw new Error('Something is still to be sent.');
}

// Shows the push message without the PIN and without an open page, because the phone may be locked and the
// app closed.
self.addEventListener('push', (event) => {
  event.waitUntil(
    showNews(self.registration, readJson(event.data)).then(() => {
      // Doesn't wait for the badge, because the phone's database may not answer.
      void showBadge(Promise.resolve(self.registration)).catch(() => {});
    }),
  );
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

async function openApp(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.find(({ url }) => new URL(url).pathname.startsWith('/field/'));
  await (own ? own.focus() : self.clients.openWindow('/field/'));
}
