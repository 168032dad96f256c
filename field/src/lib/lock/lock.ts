import { useSyncExternalStore } from 'react';
import { announce } from '../db/announce.ts';
import { database, isFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** The lock opens with six digits, or with a passphrase where somebody wants more. */
export type SecretKind = 'pin' | 'passphrase';

/** The record `lock`: the key of the work in progress, under a key made from the secret. */
interface LockRecord {
  kind: SecretKind;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  iv: Uint8Array<ArrayBuffer>;
  wrapped: ArrayBuffer;
  /** Wrong tries since the last right one, and the time (ms) before which no other is accepted. */
  wrong: number;
  waitUntil: number;
}

/** Whoever copies the phone's files can try all six-digit PINs: many rounds only make that slower. */
const iterations = 600_000;
const triesBeforeWait = 5;
const triesInAll = 10;
const firstWait = 30_000;
const passphraseLength = 8;

/** The key while the lock is open: in memory only, and not extractable. */
let key: CryptoKey | undefined;
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
  if (!record) return { state: 'unset', kind: 'pin', triesLeft: triesBeforeWait, waitUntil: 0 };
  return {
    state: 'locked',
    kind: record.kind,
    triesLeft: triesLeft(record.wrong),
    waitUntil: record.waitUntil,
  };
}

const triesLeft = (wrong: number) =>
  wrong < triesBeforeWait ? triesBeforeWait - wrong : triesInAll - wrong;

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

/** Makes a new key under a new secret, and opens the lock. What an older key encrypted can not be read any more. */
export async function setSecret(secret: string): Promise<void> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, keyUses);
  await writeMeta('lock', await wrap(made, secret));
  hold(await unwrap((await readRecord()) as LockRecord, secret, false));
  announce('meta');
}

/** `full`: no room to count the try, so it is not accepted. */
export type Unlocking = 'open' | 'wrong' | 'wait' | 'forgotten' | 'full';

/** Tries a secret. The try is counted before it is checked, so that ending the app doesn't undo the count. */
export async function unlock(secret: string): Promise<Unlocking> {
  const record = await countTry().catch((error: unknown) => {
    if (isFull(error)) return 'full' as const;
    throw error;
  });
  if (record === 'wait' || record === 'full') return record;
  if (!record) return 'forgotten';
  const opened = await unwrap(record, secret, false).catch(() => undefined);
  if (opened) {
    await writeMeta('lock', { ...record, wrong: 0, waitUntil: 0 });
    hold(opened);
    announce('meta');
    return 'open';
  }
  if (record.wrong >= triesInAll) await forget();
  announce('meta', 'tasks', 'drafts');
  return record.wrong >= triesInAll ? 'forgotten' : 'wrong';
}

async function countTry(): Promise<LockRecord | 'wait' | undefined> {
  const trx = (await database()).transaction('meta', 'readwrite');
  const record = (await trx.store.get('lock')) as LockRecord | undefined;
  if (!record) return undefined;
  if (Date.now() < record.waitUntil) return 'wait';
  const wrong = record.wrong + 1;
  const waits = wrong - triesBeforeWait;
  const waitUntil = waits < 0 ? 0 : Date.now() + firstWait * 2 ** waits;
  const counted = { ...record, wrong, waitUntil };
  await Promise.all([trx.store.put(counted, 'lock'), trx.done]);
  return counted;
}

/** Changes the secret of the key. False where the current one is wrong, which counts as a try. */
export async function changeSecret(current: string, next: string): Promise<boolean> {
  if ((await unlock(current)) !== 'open') return false;
  const record = (await readRecord()) as LockRecord;
  await writeMeta('lock', await wrap(await unwrap(record, current, true), next));
  announce('meta');
  return true;
}

/** Closes the lock until the secret is entered again. */
export function lockNow(): void {
  hold(undefined);
}

/** Deletes the key and all that it encrypted. Finished visits stay: they are encrypted to the server. */
export async function forget(): Promise<void> {
  hold(undefined);
  const trx = (await database()).transaction(['meta', 'tasks', 'drafts', 'photos'], 'readwrite');
  await trx.objectStore('meta').delete('lock');
  await trx.objectStore('tasks').clear();
  await trx.objectStore('drafts').clear();
  for await (const cursor of trx.objectStore('photos')) {
    if (cursor.value.forServer) continue;
    await cursor.delete();
  }
  await trx.done;
  announce('meta', 'tasks', 'drafts', 'photos');
}

const keyUses: KeyUsage[] = ['encrypt', 'decrypt'];

async function wrap(bare: CryptoKey, secret: string): Promise<LockRecord> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = await deriveKey(secret, salt, iterations);
  return {
    kind: kindOfSecret(secret) ?? 'passphrase',
    salt,
    iterations,
    iv,
    wrapped: await crypto.subtle.wrapKey('raw', bare, wrapping, { name: 'AES-GCM', iv }),
    wrong: 0,
    waitUntil: 0,
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
  return crypto.subtle.unwrapKey(
    'raw',
    wrapped,
    wrapping,
    unwrapping,
    { name: 'AES-GCM' },
    isExtractable,
    keyUses,
  );
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
