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
import { countOne, noTries, type Tries, triesInAll, triesLeft } from './tries.ts';

/** The lock opens with six digits, or with a passphrase where somebody wants more. */
export type SecretKind = 'pin' | 'passphrase';

/** The record `lock`: the key of the work in progress, under a key made from the secret. */
export interface LockRecord {
  kind: SecretKind;
  /** Names the key; stays when the secret is changed. */
  keyId: string;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  iv: Uint8Array<ArrayBuffer>;
  wrapped: ArrayBuffer;
}

/** Whoever copies the phone's files can try all six-digit PINs: many rounds only make that slower. */
const iterations = 600_000;
const passphraseLength = 8;

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
class Locked extends Error {
  override readonly name = 'Locked';
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

const readRecord = () => readMeta<LockRecord>('lock');

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

async function readView(): Promise<LockView> {
  const record = await readRecord();
  if (key) isStillKept(key, record);
  const tries = (await readMeta<Tries>('tries')) ?? noTries;
  return {
    state: record ? 'locked' : 'unset',
    kind: record?.kind ?? 'pin',
    triesLeft: triesLeft(tries),
    waitUntil: tries.waitUntil,
  };
}

/** Whether a text can be a PIN or a passphrase; undefined for one that is too short or too easy to guess. */
export function kindOfSecret(secret: string): SecretKind | undefined {
  if (/^\d{6}$/.test(secret)) return isFirstGuess(secret) ? undefined : 'pin';
  const isLong = [...secret].length >= passphraseLength && !/^\d+$/.test(secret);
  return isLong ? 'passphrase' : undefined;
}

/** The same digit six times, or a run up or down. */
function isFirstGuess(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = new Set(digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0)));
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2);
}

/**
 * Makes a new key under a new secret, and opens the lock once `store` has put the record of the lock on the phone, with
 * whatever must be there before a screen reads it. What an older key encrypted can not be read any more.
 */
export async function setSecret(
  secret: string,
  store: (lock: LockRecord, key: CryptoKey) => Promise<void> = (lock) => writeMeta('lock', lock),
): Promise<void> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, keyUses);
  const record = await wrap(made, secret, crypto.randomUUID());
  const next = await unwrap(record, secret, false);
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
  const record = (await readRecord()) as LockRecord;
  await writeMeta('lock', await wrap(await unwrap(record, current, true), next, record.keyId));
  announce('meta');
  return 'open';
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
    if (cursor.value.forServer) continue;
    await cursor.delete();
  }
}

const keyUses: KeyUsage[] = ['encrypt', 'decrypt'];

async function wrap(bare: CryptoKey, secret: string, keyId: string): Promise<LockRecord> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = await deriveKey(secret, salt, iterations);
  return {
    kind: kindOfSecret(secret) ?? 'passphrase',
    keyId,
    salt,
    iterations,
    iv,
    wrapped: await crypto.subtle.wrapKey('raw', bare, wrapping, { name: 'AES-GCM', iv }),
  };
}

async function unwrap(
  record: LockRecord,
  secret: string,
  isExtractable: boolean,
): Promise<CryptoKey> {
  const { salt, iv, wrapped } = record;
  const wrapping = await deriveKey(secret, salt, record.iterations);
  const unwrapping = { name: 'AES-GCM', iv };
  const unwrapped = await crypto.subtle.unwrapKey(
    'raw',
    wrapped,
    wrapping,
    unwrapping,
    { name: 'AES-GCM' },
    isExtractable,
    keyUses,
  );
  keyIds.set(unwrapped, record.keyId);
  return unwrapped;
}

async function deriveKey(secret: string, salt: Uint8Array<ArrayBuffer>, rounds: number) {
  const typed = new TextEncoder().encode(secret.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}
