import type { AgentTask } from '@doorstep/contract/visits/phone';
import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import type { Encrypted } from './encrypted.ts';

/** A task, readable with the lock open only. `revision` is what the server calls this state of it. */
export interface StoredTask {
  id: number;
  revision: string;
  encrypted: Encrypted<AgentTask>;
}

/** An open visit, readable with the lock open only. */
export interface StoredDraft {
  visitId: string;
  taskId: number;
  encrypted: Encrypted<unknown>;
}

/** A photo: encrypted with the phone's key while its visit is open, to the server (`forServer`) once it is finished. */
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
  /** Single records: lock, account, device, the server's key, the offset of its clock … */
  meta: { key: string; value: unknown };
}

export type FieldDatabase = IDBPDatabase<FieldSchema>;
export type StoreName = 'tasks' | 'drafts' | 'outbox' | 'photos' | 'meta';
/** Every store; all of them for a {@link WholeTransaction}. */
export const storeNames: StoreName[] = ['tasks', 'drafts', 'outbox', 'photos', 'meta'];
export type WholeTransaction = IDBPTransaction<FieldSchema, StoreName[], 'readwrite'>;

const name = 'doorstep-field';
/** One step for each version. Steps only add stores, since a phone may hold visits that are not sent yet. */
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
];

let opened: Promise<FieldDatabase> | undefined;

/** The phone's database, opened again where the system closed it (iOS does when memory is short). */
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
    // A newer version of the app wants to add a store: it must not wait for this page.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  // After the first screen, which would come a quarter of a second later. Where it fails, nothing is worse than before.
  if (isChromium) setTimeout(() => void beginNewLog().catch(() => {}), 1_000);
  return db;
}

/** Chromium alone has such a field. */
const isChromium = 'dataLoss' in IDBVersionChangeEvent.prototype;

/** Whether the browser found a damaged database and began an empty one instead. */
const wasDeletedAsDamaged = (event: Event) =>
  (event as Event & { dataLoss?: string }).dataLoss === 'total';

/**
 * Chromium writes on in the log of a browser that was killed, also behind half a record at its end; at the next start such a log
 * counts as damaged, and it deletes the whole database (docs/decisions/034). Deleting another database makes it begin a new log.
 */
async function beginNewLog(): Promise<void> {
  const other = `${name}-log`;
  (await openDB(other)).close();
  await deleteDB(other);
}

/** A transaction that may change every store: nothing else is written between what it reads and what it does. */
export async function changeAll(): Promise<WholeTransaction> {
  return (await database()).transaction(storeNames, 'readwrite', { durability: 'strict' });
}

/** One record of `meta`. */
export async function readMeta<T>(key: string): Promise<T | undefined> {
  return (await (await database()).get('meta', key)) as T | undefined;
}

export async function writeMeta(key: string, value: unknown): Promise<void> {
  await (await database()).put('meta', value, key);
}

/** Whether something was not kept because the phone is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** For writes that the app can do without on a full phone. */
export function ignoreFull(error: unknown): void {
  if (!isFull(error)) throw error;
}
