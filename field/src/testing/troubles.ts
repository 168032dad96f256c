import type { StoreName } from '../lib/db/database.ts';
import { noteRoom } from '../lib/tasks/room.ts';

/** The functions that end the simulated faults of a phone. {@link endTroubles} calls them. */
const undo: (() => void)[] = [];

export function endTroubles(): void {
  for (const back of undo.splice(0).reverse()) back();
}

function replace<T extends object, K extends keyof T>(owner: T, name: K, value: T[K]): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  });
}

export function simulateSpace({
  freeMb,
  isPersisted,
}: {
  freeMb: number;
  isPersisted: boolean;
}): void {
  const usage = 12_000_000;
  replace(navigator.storage, 'estimate', async () => ({ usage, quota: usage + freeMb * 1e6 }));
  replace(navigator.storage, 'persisted', async () => isPersisted);
}

const isFull = () => new DOMException('Full.', 'QuotaExceededError');

export const simulateFullStore = (...stores: StoreName[]) => failWrites(stores, isFull);

export const simulateFailingStore = (store: StoreName) =>
  failWrites([store], () => new Error('Broken.'));

export const simulateFullPhone = () => leaveRoomFor(0);

/**
 * Lets the next `writes` writes to `store` succeed, and makes each later one fail. Without `store`, the
 * writes to all stores count.
 */
export function leaveRoomFor(writes: number, store?: StoreName): void {
  let left = writes;
  replacePut((name) => {
    if (store && name !== store) return;
    if (left === 0) throw isFull();
    left -= 1;
  });
}

function failWrites(stores: string[], failure: () => Error): void {
  replacePut((name) => {
    if (stores.includes(name)) throw failure();
  });
}

/** Calls `check` before each write. If `check` throws, the write fails. */
export function replacePut(check: (store: string, value: object) => void): void {
  const { put } = IDBObjectStore.prototype;
  // Ignores the errors that the screens report, because a reported error would fail the test.
  replace(window, 'reportError', () => {});
  replace(IDBObjectStore.prototype, 'put', function (this: IDBObjectStore, ...args) {
    check(this.name, Object(args[0]));
    return put.apply(this, args);
  });
}

export function simulateNoRoom(): void {
  noteRoom(false);
  undo.push(() => noteRoom(true));
}

/**
 * `awaited`: no GPS fix has come yet. `not found`: the search ends without a fix, immediately instead of
 * after 20 s.
 */
export function simulatePlace(missing: 'awaited' | 'not found' | 'forbidden'): void {
  replace(navigator.geolocation, 'watchPosition', (_onFix, onError) => {
    const denied = { code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError;
    if (missing === 'forbidden') queueMicrotask(() => onError?.(denied));
    return 0;
  });
  if (missing === 'not found') endWaitsOf(20_000);
}

/** Delays the phone's place until `find` is called. */
export function holdPlace() {
  const requests: PositionCallback[] = [];
  replace(navigator.geolocation, 'watchPosition', (onFix) => requests.push(onFix));
  const coords = { latitude: 18.5, longitude: 73.8, accuracy: 9, altitude: null };
  const find = () => {
    for (const onFix of requests) onFix({ coords, timestamp: Date.now() } as GeolocationPosition);
  };
  return { requests, find };
}

/** Makes each wait of exactly this many milliseconds end immediately. */
export function endWaitsOf(ms: number): void {
  const { setTimeout } = window;
  replace(window, 'setTimeout', ((run: () => void, wait?: number) =>
    setTimeout(run, wait === ms ? 0 : wait)) as typeof window.setTimeout);
}

/** Makes the next request for an address that contains `part` fail, as without a network. */
export function failNextFetchOf(part: string): void {
  const { fetch } = window;
  let hasFailed = false;
  replace(window, 'fetch', (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (hasFailed || !url.includes(part)) return fetch(input, init);
    hasFailed = true;
    return Promise.reject(new TypeError('No network.'));
  });
}

/** Simulates a phone with the share sheet `share`, or without a share sheet. */
export function simulateShareSheet(share: ((data: ShareData) => Promise<void>) | undefined): void {
  const sheet = navigator as { canShare?: unknown; share?: unknown };
  replace(sheet, 'canShare', share && (() => true));
  replace(sheet, 'share', share);
}

export const simulateUnstoredApp = () =>
  replace(navigator.serviceWorker, 'ready', new Promise<never>(() => {}));

export function forbidCamera(): void {
  replace(navigator.mediaDevices, 'getUserMedia', async () => {
    throw new DOMException('Permission denied', 'NotAllowedError');
  });
}

export function simulateNetwork(type: 'cellular' | 'wifi'): void {
  const connection = Object.assign(new EventTarget(), { type });
  replace(navigator as { connection?: EventTarget }, 'connection', connection);
}

/** `permission` is the agent's answer to the permission dialog. `key` is the subscription's key. */
export function simulatePush(permission: NotificationPermission, key = 'B'.repeat(87)) {
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
