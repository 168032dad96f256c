import { useSyncExternalStore } from 'react';
import { announce } from '../db/announce.ts';
import {
  changeAll,
  database,
  ignoreFull,
  isFull,
  readMeta,
  type WholeTransaction,
  writeMeta,
} from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';
import { inTime } from '../in-time.ts';
import { countOne, noTries, type Tries, triesInAll, triesLeft } from './tries.ts';
import { type LockRecord, makeKey, type SecretKind, unwrap, wrap } from './wrapped-key.ts';

/** The key while the lock is open: in memory only, and not extractable. */
let key: CryptoKey | undefined;
/** The names of the keys that were opened on this page. */
const keyIds = new WeakMap<CryptoKey, string>();
const listeners = new Set<() => void>();

function hold(next: CryptoKey | undefined): void {
  key = next;
  for (const listener of listeners) listener();
}

/** Thrown where something encrypted is asked for while the lock is closed. */
export class Locked extends Error {
  override readonly name: string = 'Locked';
}

/** Reports what failed, unless it came too late: the lock was closed meanwhile. */
export function reportUnlessLocked(error: unknown): void {
  if (!(error instanceof Locked)) reportError(error);
}

/** The key of the work in progress. Throws {@link Locked}. */
export function openKey(): CryptoKey {
  if (!key) throw new Locked('The phone’s work is locked.');
  return key;
}

/**
 * Whether the stored record `lock` is still of this key. Otherwise the secret was forgotten meanwhile, or somebody signed out, on
 * another page maybe: nothing could read what the key encrypts, and a page that holds it is locked.
 */
export function isStillKept(own: CryptoKey, lock: unknown): boolean {
  const isKept = lock !== undefined && keyIds.get(own) === (lock as LockRecord).keyId;
  if (!isKept && own === key) lockNow();
  return isKept;
}

/** Writes a record of `meta` that a key encrypted. False where that key was replaced meanwhile: nothing is written then. */
export async function putIfStillKept(own: CryptoKey, name: string, value: unknown) {
  const trx = (await database()).transaction('meta', 'readwrite');
  const isKept = isStillKept(own, await trx.store.get('lock'));
  await Promise.all([isKept ? trx.store.put(value, name) : undefined, trx.done]);
  return isKept;
}

/** Starts something whenever the lock opens, and stops it when the lock closes: `start` returns the function that stops it. */
export function whileOpen(start: () => () => void): void {
  let stop: (() => void) | undefined;
  const follow = () => {
    if (key && !stop) stop = start();
    else if (!key && stop) {
      stop();
      stop = undefined;
    }
  };
  listeners.add(follow);
  follow();
}

export interface LockView {
  /** `unset` before a secret was chosen, and after ten wrong ones. */
  state: 'unset' | 'locked' | 'open';
  kind: SecretKind;
  /** Tries left before a wait, or before the work is forgotten. */
  triesLeft: number;
  /** Milliseconds of the clock; 0 where there is no wait. */
  waitUntil: number;
}

/** The lock as the screens show it; undefined until it was read. */
export function useLock(): LockView | undefined {
  const isOpen = useSyncExternalStore(subscribe, () => key !== undefined);
  const record = useStored(readView, 'meta');
  if (!record) return undefined;
  return { ...record, state: isOpen ? 'open' : record.state };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** After a phone went off, and while another page holds it up, a database may never answer: the start would stay blank. */
const readView = () => inTime(readNow(), 10_000, 'The phone’s database did not answer.');

async function readNow(): Promise<LockView> {
  const { store } = (await database()).transaction('meta');
  const [record, tries = noTries] = (await Promise.all([
    store.get('lock'),
    store.get('tries'),
  ])) as [LockRecord?, Tries?];
  if (key) isStillKept(key, record);
  return {
    state: record ? 'locked' : 'unset',
    kind: record?.kind ?? 'pin',
    triesLeft: triesLeft(tries),
    waitUntil: tries.waitUntil,
  };
}

/**
 * Makes a new key under a new secret, and opens the lock once `store` has put the record of the lock on the phone, with
 * whatever must be there before a screen reads it. What an older key encrypted can not be read any more.
 */
export async function setSecret(
  secret: string,
  store: (lock: LockRecord, key: CryptoKey) => Promise<void> = (lock) => writeMeta('lock', lock),
): Promise<void> {
  const record = await wrap(await makeKey(), secret, crypto.randomUUID());
  const next = await unwrap(record, secret, false);
  keyIds.set(next, record.keyId);
  await store(record, next);
  hold(next);
  announce('meta', 'tasks', 'drafts', 'outbox', 'photos');
}

/** `full`: no room to count the try, so it is not accepted. */
export type Unlocking = 'open' | 'wrong' | 'wait' | 'forgotten' | 'full';

/** Tries a secret. The try is counted before it is checked, so that ending the app doesn't undo the count. */
export async function unlock(secret: string): Promise<Unlocking> {
  const counted = await countTry().catch((error: unknown) => {
    if (isFull(error)) return 'full' as const;
    throw error;
  });
  if (counted === 'wait' || counted === 'full') return counted;
  if (!counted) return 'forgotten';
  const { record, wrong } = counted;
  const opened = await unwrap(record, secret, false).catch(() => undefined);
  if (opened) {
    keyIds.set(opened, record.keyId);
    await (await database()).delete('meta', 'tries').catch(ignoreFull);
    hold(opened);
    announce('meta');
    return 'open';
  }
  if (wrong >= triesInAll) await forget();
  announce('meta', 'tasks', 'drafts');
  return wrong >= triesInAll ? 'forgotten' : 'wrong';
}

async function countTry(): Promise<{ record: LockRecord; wrong: number } | 'wait' | undefined> {
  const trx = (await database()).transaction('meta', 'readwrite');
  const record = (await trx.store.get('lock')) as LockRecord | undefined;
  if (!record) return undefined;
  const before = ((await trx.store.get('tries')) as Tries | undefined) ?? noTries;
  if (Date.now() < before.waitUntil) return 'wait';
  const tries = countOne(before);
  await Promise.all([trx.store.put(tries, 'tries'), trx.done]);
  return { record, wrong: tries.wrong };
}

/** Changes the secret of the key, where the current one opens it. A wrong one counts as a try. */
export async function changeSecret(current: string, next: string): Promise<Unlocking> {
  const unlocking = await unlock(current);
  if (unlocking !== 'open') return unlocking;
  const own = openKey();
  const record = (await readMeta<LockRecord>('lock')) as LockRecord;
  const changed = await wrap(await unwrap(record, current, true), next, record.keyId);
  // That took seconds, in which another page may have signed out or begun anew.
  const isKept = await putIfStillKept(own, 'lock', changed);
  announce('meta');
  return isKept ? 'open' : 'forgotten';
}

/** Closes the lock until the secret is entered again. */
export function lockNow(): void {
  hold(undefined);
}

/** Deletes the key and the work that it encrypted. */
async function forget(): Promise<void> {
  hold(undefined);
  const trx = await changeAll();
  await deleteWork(trx);
  await trx.done;
  announce('meta', 'tasks', 'drafts', 'photos');
}

/**
 * Deletes the lock and what only its key could read: tasks, open visits, their photos, notices. Finished visits stay, since they are
 * encrypted to the server.
 */
export async function deleteWork(trx: WholeTransaction): Promise<void> {
  await trx.objectStore('meta').delete('lock');
  await trx.objectStore('meta').delete('tries');
  await trx.objectStore('meta').delete('notices');
  await trx.objectStore('tasks').clear();
  await trx.objectStore('drafts').clear();
  for await (const cursor of trx.objectStore('photos')) {
    if (cursor.value.encrypted) await cursor.delete();
  }
}
