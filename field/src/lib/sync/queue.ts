import { announce, useStored } from '../db/changes.ts';
import { database, readMeta } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import type { QueuedVisit, VisitSummary } from './queued-visit.ts';

/** A row of the queue. */
export interface QueueRow extends Omit<QueuedVisit, 'summary' | 'envelope'> {
  summary: VisitSummary;
}

/** The finished visits on this phone and, for some days, those at the office: oldest first. */
export function useQueue(): QueueRow[] | undefined {
  return useStored(listRows, 'outbox');
}

async function listRows(): Promise<QueueRow[]> {
  const key = openKey();
  const queued = await (await database()).getAll('outbox');
  const rows = await Promise.all(
    queued.map(async ({ envelope: _, summary, ...visit }) => ({
      ...visit,
      summary: await decrypt(key, summary),
    })),
  );
  return rows.sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
}

/** How sending stands, for Today's footer and the lock's screen: it names nobody. */
export interface SendingView {
  /** Finished visits that the server has not confirmed, and their bytes that are still to go. */
  unsent: number;
  bytes: number;
  state: 'idle' | 'sending' | 'waiting for a network' | 'waiting for the password';
  /** Milliseconds of the clock, by themselves tried again then; 0 while nothing waits. */
  nextTryAt: number;
  /** ISO 8601; null before anything was sent. */
  lastSentAt: string | null;
}

/** The record `sending`: what the loop that sends says of itself. */
export interface SendingRecord {
  state: SendingView['state'];
  nextTryAt: number;
  lastSentAt: string | null;
}

export const nothingSent: SendingRecord = { state: 'idle', nextTryAt: 0, lastSentAt: null };

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

/** Tries at once, whatever the wait. */
export function sendNow(): void {
  announce('outbox');
}

/** A file of a finished visit, encrypted to the server, that an admin can take in: `visit-<id>.doorstep`. */
export async function saveToFile(visitId: string): Promise<File> {
  const db = await database();
  const visit = await db.get('outbox', visitId);
  if (!visit) throw new Error('This visit is not on the phone any more.');
  throw new Error('Not yet made.');
}
