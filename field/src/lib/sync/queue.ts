import { database, readMeta } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import { cancelSending } from './cancel-sending.ts';
import type { QueuedVisit, VisitSummary } from './queued-visit.ts';
import { nothingSent, type SendingRecord, type SendingState } from './sending-record.ts';

export interface QueueRow extends Omit<QueuedVisit, 'summary' | 'colleague' | 'envelope'> {
  /** Null if the PIN was forgotten since the visit was finished. The visit is sent anyway. */
  summary: VisitSummary | null;
  colleague: string | null;
}

/** Returns the finished visits on this phone, oldest first, including those received in the last seven days. */
export function useQueue(): QueueRow[] | undefined {
  return useStored(listRows, 'outbox');
}

async function listRows(): Promise<QueueRow[]> {
  const key = openKey();
  const queued = await (await database()).getAll('outbox');
  const rows = await Promise.all(
    queued.map(async ({ envelope: _, summary, colleague, ...visit }) => ({
      ...visit,
      photos: visit.photos.filter(({ isSignature }) => !isSignature),
      summary: await decrypt(key, summary).catch(() => null),
      colleague: colleague && (await decrypt(key, colleague).catch(() => null)),
    })),
  );
  return rows.sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
}

/** The state of sending, without names, because the lock screen shows it too. */
export interface SendingView {
  /**
   * The number of visits that the server has not confirmed, and of calls and messages that wait to be sent.
   * `bytes` is the number of bytes left to send.
   */
  unsent: number;
  bytes: number;
  state: SendingState;
  /** The start of the next automatic retry, in milliseconds since 1970; 0 if no retry is planned. */
  nextTryAt: number;
  /** The time when the phone last sent a part of a visit, as ISO 8601; null before the first. */
  lastSentAt: string | null;
}

export function useSending(): SendingView | undefined {
  return useStored(readSending, 'outbox', 'calls', 'messages', 'meta');
}

async function readSending(): Promise<SendingView> {
  const db = await database();
  const [queued, stored, written] = await Promise.all([
    db.getAll('outbox'),
    db.getAll('calls'),
    db.getAll('messages'),
  ]);
  const unsent = queued.filter((visit) => visit.receivedAt === null);
  const notes = [...stored, ...written].filter(({ state }) => state === 'waiting');
  const photos = unsent.flatMap((visit) => visit.photos);
  const facts = unsent.filter((visit) => !visit.areFactsThere);
  const bytes = [
    ...photos.map((photo) => photo.bytes - photo.sent),
    ...facts.map(({ envelope }) => envelope.length),
    ...notes.map(({ envelope = '' }) => envelope.length),
  ];
  return {
    unsent: unsent.length + notes.length,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
    ...((await readMeta<SendingRecord>('sending')) ?? nothingSent),
  };
}

/** Works even while locked. */
export function useUnsentVisits(): Pick<QueuedVisit, 'visitId' | 'isSavedToFile'>[] | undefined {
  return useStored(listUnsent, 'outbox');
}

async function listUnsent() {
  const queued = await (await database()).getAll('outbox');
  return queued.filter(({ receivedAt }) => receivedAt === null);
}

const wishes = new EventTarget();

/** Wakes the sender, which would otherwise wait for its next retry. */
export function sendSoon(): void {
  wishes.dispatchEvent(new Event('send'));
}

/** Wakes the sender. Cancels its current requests first, because they may hang. */
export function sendNow(): void {
  cancelSending();
  sendSoon();
}

export function onSendWanted(listener: () => void): () => void {
  wishes.addEventListener('send', listener);
  return () => wishes.removeEventListener('send', listener);
}
