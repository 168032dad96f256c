import type { StoreName } from '../lib/db/database.ts';
import { noteRoom } from '../lib/tasks/room.ts';

/** Simulated troubles of a phone, until {@link endTroubles}. */
const undo: (() => void)[] = [];

export function endTroubles(): void {
  for (const back of undo.splice(0)) back();
}

function replace<T extends object, K extends keyof T>(owner: T, name: K, value: T[K]): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  });
}

/** How much room the browser says there is, and whether it promised to keep what is stored. */
export function spaceIs({ freeMb, isPersisted }: { freeMb: number; isPersisted: boolean }): void {
  const usage = 12_000_000;
  replace(navigator.storage, 'estimate', async () => ({ usage, quota: usage + freeMb * 1e6 }));
  replace(navigator.storage, 'persisted', async () => isPersisted);
}

/** Nothing more can be written into one store: the phone is full. */
export const storeIsFull = (store: StoreName) =>
  refuseWrites(store, () => new DOMException('Full.', 'QuotaExceededError'));

/** Nothing more can be written into one store, for a reason that nobody knows. */
export const storeFails = (store: StoreName) => refuseWrites(store, () => new Error('Broken.'));

function refuseWrites(store: StoreName, failure: () => Error): void {
  const { put } = IDBObjectStore.prototype;
  // The screens report the error, and a reported error would fail the test.
  replace(window, 'reportError', () => {});
  replace(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, ...args) {
    if (this.name === store) throw failure();
    return put.apply(this, args);
  });
}

/** The phone had no room for what the office sent. */
export function tasksDidNotFit(): void {
  noteRoom(false);
  undo.push(() => noteRoom(true));
}

/** No place is found: still searching, none within the 20 s (which pass at once), or forbidden. */
export function placeIs(missing: 'awaited' | 'not found' | 'forbidden'): void {
  replace(navigator.geolocation, 'watchPosition', (_onFix, onError) => {
    const denied = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;
    if (missing === 'forbidden') queueMicrotask(() => onError?.(denied));
    return 0;
  });
  if (missing !== 'not found') return;
  const { setTimeout } = window;
  replace(window, 'setTimeout', ((run: () => void, wait?: number) =>
    setTimeout(run, wait === 20_000 ? 0 : wait)) as typeof window.setTimeout);
}

/** The service worker has not stored the app yet. */
export const appIsNotStored = () =>
  replace(navigator.serviceWorker, 'ready', new Promise<never>(() => {}));

export function cameraIsForbidden(): void {
  replace(navigator.mediaDevices, 'getUserMedia', async () => {
    throw new DOMException('Permission denied', 'NotAllowedError');
  });
}

/** The type of network that the browser reports. */
export function networkIs(type: 'cellular' | 'wifi'): void {
  const connection = Object.assign(new EventTarget(), { type });
  replace(navigator as { connection?: EventTarget }, 'connection', connection);
}

/** The browser's part of messages: what the agent answers when asked, and the service worker with its subscription. */
export function pushIs(permission: NotificationPermission, key = 'B'.repeat(87)) {
  const browser = { asked: 0, isSubscribed: false, shown: [] as Notification[] };
  const subscription = {
    toJSON: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
      keys: { p256dh: key, auth: 'A'.repeat(22) },
    }),
    unsubscribe: async () => {
      browser.isSubscribed = false;
      return true;
    },
  };
  const registration = {
    pushManager: {
      getSubscription: async () => (browser.isSubscribed ? subscription : null),
      subscribe: async () => {
        browser.isSubscribed = true;
        return subscription;
      },
    },
    getNotifications: async () => browser.shown,
    showNotification: async (title: string, options: NotificationOptions) => {
      browser.shown = [{ title, ...options } as Notification];
    },
  } as unknown as ServiceWorkerRegistration;
  replace(Notification, 'requestPermission', async () => {
    browser.asked += 1;
    return permission;
  });
  replace(navigator.serviceWorker, 'getRegistration', async () => registration);
  return { browser, registration };
}
