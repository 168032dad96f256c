import {
  photoProgress,
  sendPhoto,
  sendVisit,
  visitReceipts,
} from '@doorstep/contract/visits/phone';
import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { call, NoAnswer, Refusal, send } from '../session/api.ts';
import { sendingSignal } from './cancel-sending.ts';
import type { QueuedPhoto, QueuedVisit } from './queued-visit.ts';
import { photosMustWait } from './wifi-only.ts';

/**
 * The size of one part of a photo, in bytes. Parts are small, so that a short connection is enough for one,
 * and a dead connection is noticed soon.
 */
const partBytes = 65_536;
/** Returns the timeout in milliseconds. 30 s are enough for one part of a photo at 3 KB/s. */
const timeoutOf = (bytes: number) => Math.max(30_000, bytes / 3);

/** `whole`: the server has everything. `part`: something is still missing. */
export type Sent = 'whole' | 'part' | 'for Wi-Fi';

/**
 * Sends the `envelope` of a visit. Returns the SHA-256 sums of the files that the server lacks: photos and
 * the signature.
 */
export async function sendFacts(
  { visitId, envelope }: QueuedVisit,
  token: string,
): Promise<string[]> {
  await change(visitId, () => ({ state: 'sending', refusal: null }));
  const answer = await call(sendVisit, {
    body: { envelope },
    token,
    within: timeoutOf(envelope.length),
    until: sendingSignal(),
  });
  await change(visitId, () => ({
    state: 'waiting',
    areFactsThere: true,
    heldBecause: answer.held_because,
  }));
  return answer.missing;
}

interface PhotosToSend {
  /** The photos that the server lacks; undefined if the envelope was sent in an earlier round of sending. */
  missing: readonly string[] | undefined;
  beforeEach: () => Promise<void>;
}

/**
 * Sends the signature and the photos one by one, then fetches the receipt. Stores the progress after each
 * step.
 */
export async function sendPhotos(
  visitId: string,
  token: string,
  { missing, beforeEach }: PhotosToSend,
): Promise<Sent> {
  await change(visitId, () => ({ state: 'sending', refusal: null }));
  const visit = await find(visitId);
  if (!visit) return 'whole';
  const refusals: Refusal[] = [];
  for (const { sha256, bytes, sent, isSignature } of visit.photos) {
    if (sent >= bytes) continue;
    if (missing && !missing.includes(sha256)) await notePhoto(visitId, sha256, Infinity);
    else if (!isSignature && (await photosMustWait())) return waitForWifi(visitId);
    else {
      await beforeEach();
      await sendOne(visitId, sha256, token, missing !== undefined).catch((error: unknown) => {
        // The server can't read this photo, but must still get the other photos.
        if (!(error instanceof Refusal && error.status === 400)) throw error;
        refusals.push(error);
      });
    }
  }
  if (refusals[0]) throw refusals[0];
  await takeReceipts([visitId], token);
  return (await find(visitId))?.receivedAt === null ? 'part' : 'whole';
}

async function waitForWifi(visitId: string): Promise<Sent> {
  await change(visitId, () => ({ state: 'waiting' }));
  return 'for Wi-Fi';
}

async function sendOne(visitId: string, sha256: string, token: string, isNew: boolean) {
  let at = isNew ? 0 : await askProgress(visitId, sha256, token);
  await notePhoto(visitId, sha256, at);
  // The server already has the photo, but a full phone could not record that.
  if (at === Infinity) return;
  const stored = await (await database()).get('photos', [visitId, sha256]);
  if (!stored?.forServer) throw new Error('A photo of this visit is not on the phone any more.');
  const whole = new Blob([stored.forServer]);
  while (at < whole.size) {
    const part = whole.slice(at, at + partBytes);
    const answer = await putPart(visitId, sha256, token, { part, at, size: whole.size });
    at = answer;
    await notePhoto(visitId, sha256, at);
  }
}

interface Part {
  part: Blob;
  at: number;
  size: number;
}

/**
 * Returns the offset of the next part. If the server has the whole photo, returns the photo's size or
 * Infinity.
 */
async function putPart(
  id: string,
  sha256: string,
  token: string,
  { part, at, size }: Part,
): Promise<number> {
  try {
    const answer = await call(sendPhoto, {
      params: { id, sha256 },
      bytes: part,
      headers: { 'Upload-Offset': String(at), 'Upload-Length': String(size) },
      token,
      within: timeoutOf(part.size),
      until: sendingSignal(),
    });
    if (answer.state === 'stored') return size;
    // Throws, because the same part would otherwise be sent again and again.
    if (answer.offset <= at) throw new NoAnswer('The server accepted no part of the photo.');
    return answer.offset;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong_offset') {
      return askProgress(id, sha256, token);
    }
    throw error;
  }
}

/** Returns the number of bytes of a photo that the server has, or Infinity if it has the whole photo. */
async function askProgress(id: string, sha256: string, token: string): Promise<number> {
  const { headers } = await send(photoProgress, {
    params: { id, sha256 },
    token,
    until: sendingSignal(),
  });
  if (headers.get('Upload-Complete') === '?1') return Infinity;
  return Number(headers.get('Upload-Offset') ?? 0);
}

/** Fetches and stores the receipts of visits. Deletes the photos of visits that the server has completely. */
export async function takeReceipts(visitIds: string[], token: string): Promise<void> {
  if (visitIds.length === 0) return;
  const query = { visits: visitIds.slice(-50).join() };
  const { receipts } = await call(visitReceipts, { query, token, until: sendingSignal() });
  for (const { visit_id, state, held_because, colleague, at } of receipts) {
    if (state === 'unknown' || state === 'waiting_photos') {
      // The server was restored from a backup, or lost a photo. The envelope is sent again, because the
      // server then reports the photos that it lacks.
      await change(visit_id, ({ photos, receivedAt }) =>
        receivedAt === null
          ? {
              state: 'waiting',
              areFactsThere: false,
              photos: photos.map((photo) => ({ ...photo, sent: 0 })),
            }
          : {},
      );
    } else {
      await storeReceipt(visit_id, ({ receivedAt }) => ({
        state: state === 'held' ? 'held' : 'received',
        // Uses only whether a colleague is named, because the name must not be stored unencrypted.
        heldBecause:
          held_because === 'already_visited' && colleague === null
            ? 'visited_by_self'
            : held_because,
        receivedAt: receivedAt ?? at ?? new Date().toISOString(),
      }));
    }
  }
}

type Change = (visit: QueuedVisit) => Partial<QueuedVisit>;

/**
 * Stores the receipt and deletes the visit's photos in one transaction, so that a visit without a receipt
 * still has its photos. If the phone is full, deletes the photos first, to make room for the receipt.
 */
async function storeReceipt(visitId: string, make: Change): Promise<void> {
  // The range has all photos of the visit, because an array sorts after every string in IndexedDB.
  const photosOf = IDBKeyRange.bound([visitId], [visitId, []]);
  const store = async () => {
    const trx = (await database()).transaction(['outbox', 'photos'], 'readwrite');
    const outbox = trx.objectStore('outbox');
    const visit = await outbox.get(visitId);
    await Promise.all([
      visit && outbox.put({ ...visit, ...make(visit) }),
      trx.objectStore('photos').delete(photosOf),
      trx.done,
    ]);
  };
  await store().catch(async (error: unknown) => {
    ignoreFull(error);
    await (await database()).delete('photos', photosOf);
    await change(visitId, make);
  });
  announce('outbox');
}

const find = async (visitId: string) => (await database()).get('outbox', visitId);

const notePhoto = (visitId: string, sha256: string, sent: number) =>
  change(visitId, ({ photos }) => ({
    photos: photos.map(
      (photo): QueuedPhoto =>
        photo.sha256 === sha256 ? { ...photo, sent: Math.min(sent, photo.bytes) } : photo,
    ),
  }));

/**
 * Changes a queued visit in one transaction, so that two writers do not undo each other's changes. On a
 * full phone nothing is stored and sending continues, because the server knows the state too.
 */
export async function change(visitId: string, make: Change): Promise<void> {
  const store = async () => {
    const trx = (await database()).transaction('outbox', 'readwrite');
    const visit = await trx.store.get(visitId);
    await Promise.all([visit && trx.store.put({ ...visit, ...make(visit) }), trx.done]);
  };
  await store().catch(ignoreFull);
  announce('outbox');
}
