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
import { withTimeout } from '../with-timeout.ts';
import {
  countFailure,
  type FailedUnlocks,
  mostFailures,
  noFailedUnlocks,
  triesLeft,
} from './failed-unlocks.ts';
import { type LockRecord, makeKey, type SecretKind, unwrap, wrap } from './wrapped-key.ts';

/** The key while the app is unlocked. The key is only in memory and can't be exported. */
let key: CryptoKey | undefined;
const keyIds = new WeakMap<CryptoKey, string>();
const listeners = new Set<() => void>();

function hold(next: CryptoKey | undefined): void {
  key = next;
  for (const listener of listeners) listener();
}

export class Locked extends Error {
  override readonly name: string = 'Locked';
}

export function reportUnlessLocked(error: unknown): void {
  if (!(error instanceof Locked)) reportError(error);
}

/** Throws {@link Locked} while locked. */
export function openKey(): CryptoKey {
  if (!key) throw new Locked('The phone’s work is locked.');
  return key;
}

/**
 * Whether the stored record `lock` still belongs to this key. If another page has signed out or reset the
 * secret, locks this page, because data written with this key could never be read.
 */
export function isCurrentKey(own: CryptoKey, lock: unknown): boolean {
  const isKept = lock !== undefined && keyIds.get(own) === (lock as LockRecord).keyId;
  if (!isKept && own === key) lockNow();
  return isKept;
}

/**
 * Writes a `meta` record that can be read only with the key `own`. If that key was replaced or deleted,
 * writes nothing and returns false.
 */
export async function putIfCurrentKey(own: CryptoKey, name: string, value: unknown) {
  const trx = (await database()).transaction('meta', 'readwrite');
  const isKept = isCurrentKey(own, await trx.store.get('lock'));
  await Promise.all([isKept ? trx.store.put(value, name) : undefined, trx.done]);
  return isKept;
}

/** Calls `start` at each unlock. At each lock, calls the function that `start` returned. */
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
  /** `unset`: the phone has no secret, for example when it is new, after a sign-out or ten failed unlocks. */
  state: 'unset' | 'locked' | 'open';
  kind: SecretKind;
  triesLeft: number;
  /** The end of the wait in milliseconds since 1970; 0 without a wait. */
  waitUntil: number;
}

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

/**
 * Reads with a timeout, because the screen would otherwise stay blank. The database may never answer after
 * the phone lost power, or while another page blocks the database.
 */
const readView = () => withTimeout(readNow(), 10_000, 'The phone’s database did not answer.');

async function readNow(): Promise<LockView> {
  const { store } = (await database()).transaction('meta');
  const [record, failed = noFailedUnlocks] = (await Promise.all([
    store.get('lock'),
    store.get('tries'),
  ])) as [LockRecord?, FailedUnlocks?];
  if (key) isCurrentKey(key, record);
  return {
    state: record ? 'locked' : 'unset',
    kind: record?.kind ?? 'pin',
    triesLeft: triesLeft(failed),
    waitUntil: failed.waitUntil,
  };
}

/**
 * Creates a new key under a new secret, and unlocks once `store` has written the lock's record. `store` must
 * also write all records that the next screen reads when it opens. Data encrypted with an older key becomes
 * unreadable.
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
  announce('meta', 'tasks', 'drafts', 'outbox', 'photos', 'calls', 'messages');
}

/** `full`: the phone has no room to count the unlock, so it is rejected. */
export type Unlocking = 'open' | 'wrong' | 'wait' | 'forgotten' | 'full';

/**
 * Counts the unlock as failed before checking the secret, so that closing the app does not undo the count.
 */
export async function unlock(secret: string): Promise<Unlocking> {
  const counted = await countFailedUnlock().catch((error: unknown) => {
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
  if (wrong >= mostFailures) await forget();
  announce('meta', 'tasks', 'drafts');
  return wrong >= mostFailures ? 'forgotten' : 'wrong';
}

async function countFailedUnlock(): Promise<
  { record: LockRecord; wrong: number } | 'wait' | undefined
> {
  const trx = (await database()).transaction('meta', 'readwrite');
  const record = (await trx.store.get('lock')) as LockRecord | undefined;
  if (!record) return undefined;
  const before = ((await trx.store.get('tries')) as FailedUnlocks | undefined) ?? noFailedUnlocks;
  if (Date.now() < before.waitUntil) return 'wait';
  const failed = countFailure(before);
  await Promise.all([trx.store.put(failed, 'tries'), trx.done]);
  return { record, wrong: failed.wrong };
}

/** A wrong `current` counts as a failed unlock. */
export async function changeSecret(current: string, next: string): Promise<Unlocking> {
  const unlocking = await unlock(current);
  if (unlocking !== 'open') return unlocking;
  const own = openKey();
  const record = (await readMeta<LockRecord>('lock')) as LockRecord;
  const changed = await wrap(await unwrap(record, current, true), next, record.keyId);
  // The key derivation took seconds, in which another page may have signed out or reset the secret.
  const isKept = await putIfCurrentKey(own, 'lock', changed);
  announce('meta');
  return isKept ? 'open' : 'forgotten';
}

export function lockNow(): void {
  hold(undefined);
}

async function forget(): Promise<void> {
  hold(undefined);
  const trx = await changeAll();
  await deleteWork(trx);
  await trx.done;
  announce('meta', 'tasks', 'drafts', 'photos', 'calls', 'messages');
}

/**
 * Deletes the lock and the work that only its key could read. Finished visits, unsent calls with a result and
 * waiting messages are encrypted to the server, so they stay until they are sent.
 */
export async function deleteWork(trx: WholeTransaction): Promise<void> {
  await trx.objectStore('meta').delete('lock');
  await trx.objectStore('meta').delete('tries');
  await trx.objectStore('meta').delete('notices');
  await trx.objectStore('meta').delete('card');
  await trx.objectStore('meta').delete('order');
  await trx.objectStore('tasks').clear();
  await trx.objectStore('drafts').clear();
  for await (const cursor of trx.objectStore('photos')) {
    if (cursor.value.encrypted) await cursor.delete();
  }
  for await (const cursor of trx.objectStore('calls')) {
    if (cursor.value.envelope === undefined) await cursor.delete();
  }
  for await (const cursor of trx.objectStore('messages')) {
    if (cursor.value.state !== 'waiting') await cursor.delete();
  }
}
