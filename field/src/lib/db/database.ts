import type { AgentTask } from '@doorstep/contract/visits/phone';
import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { StoredCall } from '../calls/stored-call.ts';
import type { StoredMessage, StoredRead } from '../messages/stored-message.ts';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import type { Encrypted } from './encrypted.ts';

/** `revision` identifies the server's version of the task, and changes with the task. */
export interface StoredTask {
  id: number;
  revision: string;
  encrypted: Encrypted<AgentTask>;
}

export interface StoredDraft {
  visitId: string;
  taskId: number;
  encrypted: Encrypted<unknown>;
}

/**
 * A photo is `encrypted` with the phone's key while its visit is open, and is encrypted to the server
 * (`forServer`) once the visit is finished.
 */
interface StoredPhoto {
  visitId: string;
  sha256: string;
  encrypted?: Encrypted<ArrayBuffer>;
  forServer?: ArrayBuffer;
}

interface FieldSchema extends DBSchema {
  tasks: { key: number; value: StoredTask };
  drafts: { key: string; value: StoredDraft };
  outbox: { key: string; value: QueuedVisit };
  photos: { key: [string, string]; value: StoredPhoto; indexes: { visit: string } };
  calls: { key: string; value: StoredCall };
  messages: { key: string; value: StoredMessage };
  messageReads: { key: number; value: StoredRead };
  /** Single records, such as the lock, the account, the device, the server's key and the clock's offset. */
  meta: { key: string; value: unknown };
}

export type FieldDatabase = IDBPDatabase<FieldSchema>;
export type StoreName =
  | 'tasks'
  | 'drafts'
  | 'outbox'
  | 'photos'
  | 'calls'
  | 'messages'
  | 'messageReads'
  | 'meta';
export const storeNames: StoreName[] = [
  'tasks',
  'drafts',
  'outbox',
  'photos',
  'calls',
  'messages',
  'messageReads',
  'meta',
];
export type WholeTransaction = IDBPTransaction<FieldSchema, StoreName[], 'readwrite'>;

const name = 'doorstep-field';
/**
 * One step for each version of the database. A step must not change or delete existing stores, because a
 * phone may have unsent visits in them.
 */
const upgrades: ((db: FieldDatabase) => void)[] = [
  (db) => {
    db.createObjectStore('tasks', { keyPath: 'id' });
    db.createObjectStore('drafts', { keyPath: 'visitId' });
    db.createObjectStore('outbox', { keyPath: 'visitId' });
    db.createObjectStore('photos', { keyPath: ['visitId', 'sha256'] }).createIndex(
      'visit',
      'visitId',
    );
    db.createObjectStore('meta');
  },
  (db) => void db.createObjectStore('calls', { keyPath: 'id' }),
  (db) => {
    db.createObjectStore('messages', { keyPath: 'id' });
    db.createObjectStore('messageReads', { keyPath: 'taskId' });
  },
];

let opened: Promise<FieldDatabase> | undefined;

/** Returns the database. Opens it again if the system closed it, which iOS does when memory is short. */
export function database(): Promise<FieldDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<FieldDatabase> {
  const forget = () => {
    opened = undefined;
  };
  const db = await openDB<FieldSchema>(name, upgrades.length, {
    upgrade: (db, from, _to, trx, event) => {
      for (const upgrade of upgrades.slice(from)) upgrade(db);
      if (wasDeletedAsDamaged(event))
        trx
          .objectStore('meta')
          .put(Date.now(), 'lostAt')
          .catch(() => {});
    },
    // Closes the connection, because a newer version of the app can't add a store while it is open.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  // Begins a new log only after a second, because beginning it earlier would delay the first screen by a
  // quarter of a second. A failure is harmless.
  if (isChromium) setTimeout(() => void beginNewLog().catch(() => {}), 1_000);
  return db;
}

/** Whether this browser is based on Chromium. No other browser has `dataLoss`. */
const isChromium = 'dataLoss' in IDBVersionChangeEvent.prototype;

const wasDeletedAsDamaged = (event: Event) =>
  (event as Event & { dataLoss?: string }).dataLoss === 'total';

/**
 * After Chromium was killed, it may append to a database log that ends in half a record. At the next start,
 * Chromium treats such a log as damaged and deletes the whole database (docs/decisions/034). Deleting another
 * database makes Chromium begin a new log.
 */
async function beginNewLog(): Promise<void> {
  const other = `${name}-log`;
  (await openDB(other)).close();
  await deleteDB(other);
}

/** Opens a transaction over every store, so that nothing else is written between its reads and its writes. */
export async function changeAll(): Promise<WholeTransaction> {
  return (await database()).transaction(storeNames, 'readwrite', { durability: 'strict' });
}

export async function readMeta<T>(key: string): Promise<T | undefined> {
  return (await (await database()).get('meta', key)) as T | undefined;
}

export async function writeMeta(key: string, value: unknown): Promise<void> {
  await (await database()).put('meta', value, key);
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Ignores the error of a full phone, for writes that the app can do without. */
export function ignoreFull(error: unknown): void {
  if (!isFull(error)) throw error;
}
