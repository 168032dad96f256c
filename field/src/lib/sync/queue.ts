import { database, readMeta } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import { breakOff } from './break-off.ts';
import type { QueuedVisit, VisitSummary } from './queued-visit.ts';
import { nothingSent, type SendingRecord, type SendingState } from './sending-record.ts';

/** A row of the queue. */
export interface QueueRow extends Omit<QueuedVisit, 'summary' | 'colleague' | 'envelope'> {
  /** Null where the PIN it was encrypted under is forgotten: the visit is sent all the same. */
  summary: VisitSummary | null;
  /** The colleague who has the task now; null while that is not known, too. */
  colleague: string | null;
}

/** The finished visits on this phone and, for some days, those at the office: oldest first. */
export function useQueue(): QueueRow[] | undefined {
  return useStored(listRows, 'outbox');
}

async function listRows(): Promise<QueueRow[]> {
  const key = openKey();
  const queued = await (await database()).getAll('outbox');
  const rows = await Promise.all(
    queued.map(async ({ envelope: _, summary, colleague, ...visit }) => ({
      ...visit,
      summary: await decrypt(key, summary).catch(() => null),
      colleague: colleague && (await decrypt(key, colleague).catch(() => null)),
    })),
  );
  return rows.sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
}

/** The state of sending, for Today's footer and the lock screen: without names. */
export interface SendingView {
  /** Finished visits that the server has not confirmed, and their bytes that are still to be sent. */
  unsent: number;
  bytes: number;
  state: SendingState;
  /** When the next try begins by itself (ms of the clock); 0 while nothing waits. */
  nextTryAt: number;
  /** ISO 8601; null before anything was sent. */
  lastSentAt: string | null;
}

export function useSending(): SendingView | undefined {
  return useStored(readSending, 'outbox', 'meta');
}

async function readSending(): Promise<SendingView> {
  const queued = await (await database()).getAll('outbox');
  const unsent = queued.filter((visit) => visit.receivedAt === null);
  const photos = unsent.flatMap((visit) => visit.photos);
  const facts = unsent.filter((visit) => !visit.areFactsThere);
  const bytes = [
    ...photos.map((photo) => photo.bytes - photo.sent),
    ...facts.map(({ envelope }) => envelope.length),
  ];
  return {
    unsent: unsent.length,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
    ...((await readMeta<SendingRecord>('sending')) ?? nothingSent),
  };
}

/** The finished visits that the server has not confirmed; readable with the lock closed. Undefined until it was read. */
export function useUnsentVisits(): Pick<QueuedVisit, 'visitId' | 'isSavedToFile'>[] | undefined {
  return useStored(listUnsent, 'outbox');
}

async function listUnsent() {
  const queued = await (await database()).getAll('outbox');
  return queued.filter(({ receivedAt }) => receivedAt === null);
}

const wishes = new EventTarget();

/** Starts sending without waiting for the next try: a visit was finished, or the agent has signed in. */
export function sendSoon(): void {
  wishes.dispatchEvent(new Event('send'));
}

/** The agent asks for it: a call that is under way may hang, so it ends and sending begins again. */
export function sendNow(): void {
  breakOff();
  sendSoon();
}

/** Calls the listener on each {@link sendSoon} and {@link sendNow}. */
export function onSendWanted(listener: () => void): () => void {
  wishes.addEventListener('send', listener);
  return () => wishes.removeEventListener('send', listener);
}
