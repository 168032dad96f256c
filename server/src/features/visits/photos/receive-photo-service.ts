import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { isEnvelope, openEnvelope } from '../../../domain/secrets/server-key.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { badRequest, invalid, notFound, Problem } from '../../../problems.ts';
import { workQueue } from '../../../work/work-queue.ts';
import { addPart, countArrived, dropParts, type PhotoKey, readParts } from './photo-part-store.ts';
import { storeVisitFile } from './store-photo-service.ts';
import { findNamedFile, findStoredFiles, type NamedFile } from './visit-photo-store.ts';

/** A photo or the signature of an agent's own visit, or the rest of one. */
interface Upload extends PhotoKey {
  agentId: number;
  offset: number;
  /** The length of the photo or of its envelope; undefined means the length that the visit names. */
  length: number | undefined;
  body: AsyncIterable<Buffer>;
}

export interface Progress {
  state: 'stored' | 'part';
  offset: number;
}

/** The bytes that an envelope may add to a photo. */
const envelopeBytes = 65_536;

// Bounds how many photos are in memory, however many agents send.
const inTurn = workQueue({ atOnce: availableParallelism() });

/** Returns how much of a photo has arrived; a 404 unless a visit of this agent names it. */
export async function photoProgressOf(
  platform: Platform,
  actor: Actor,
  asked: PhotoKey & { agentId: number },
): Promise<Progress> {
  const { db } = platform;
  const named = await findNamedFile(db, asked);
  if (!named) throw notFound('Photo');
  const stored = { state: 'stored' as const, offset: named.bytes };
  if ((await findStoredFiles(db, asked.visitId)).has(asked.sha256)) return stored;
  await endEarlier(asked);
  const offset = await countArrived(db, asked);
  // If the server was killed after the last byte arrived, the photo is not stored yet.
  const isThere =
    offset >= named.bytes && (await inTurn(() => storeArrived(platform, actor, asked, named)));
  return isThere ? stored : { state: 'part', offset };
}

/** Stores what arrives of a photo, and the photo itself when it is complete. */
export async function receivePhoto(
  platform: Platform,
  actor: Actor,
  upload: Upload,
): Promise<Progress> {
  const { db } = platform;
  const named = await findNamedFile(db, upload);
  if (!named) throw notFound('Photo');
  const total = upload.length ?? named.bytes;
  const stored = { state: 'stored' as const, offset: total };
  const isStored = async () => (await findStoredFiles(db, upload.visitId)).has(upload.sha256);
  if (await isStored()) return stored;
  if (total !== named.bytes && (total < named.bytes || total > named.bytes + envelopeBytes)) {
    throw invalid({ 'Upload-Length': ['Upload-Length does not match this photo.'] });
  }
  await endEarlier(upload);
  let there = await countArrived(db, upload);
  // The stored parts belong to something longer, which is discarded.
  if (there > total) {
    await dropParts(db, upload);
    there = 0;
  }
  if (upload.offset !== there) throw wrongOffset(there);
  const end = await storeArriving(db, upload, total);
  if (end < total) return { state: 'part', offset: end };
  const isWhole = await inTurn(() => storeArrived(platform, actor, upload, named));
  if (!isWhole && !(await isStored())) {
    await dropParts(db, upload);
    throw badRequest('The received bytes are not the photo that the visit names.', 'hash_differs');
  }
  return stored;
}

const wrongOffset = (offset: number) =>
  new Problem(409, `The upload continues at byte ${offset}.`, { code: 'wrong_offset', offset });

/** Functions that end what this process is receiving, by photo. */
const arriving = new Map<string, () => Promise<void>>();
const nameOf = ({ visitId, sha256 }: PhotoKey) => `${visitId} ${sha256}`;

/**
 * A phone that retries has lost its connection, which the server may not know yet: bytes already received are
 * stored first.
 */
const endEarlier = async (key: PhotoKey) => arriving.get(nameOf(key))?.();

/** Stores arriving bytes in pieces, until another request for the photo arrives. Returns the total. */
async function storeArriving(db: Kysely<Database>, upload: Upload, total: number): Promise<number> {
  let end = upload.offset;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    if (bytes.length === 0) return;
    const there = await addPart(db, upload, end, bytes);
    if (there !== end + bytes.length) throw wrongOffset(there);
    end = there;
  };
  const [later, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<void>()];
  const stop = () => {
    later.resolve(undefined);
    return ended.promise;
  };
  arriving.set(nameOf(upload), stop);
  try {
    const chunks = upload.body[Symbol.asyncIterator]();
    for (;;) {
      const next = chunks.next();
      // The read may fail when no caller waits for it any more.
      next.catch(() => {});
      const chunk = await Promise.race([next, later.promise]);
      if (!chunk) throw wrongOffset(end + size);
      if (chunk.done) break;
      if (end + size + chunk.value.length > total) {
        throw invalid({ photo: [`More bytes arrived than the ${total} of Upload-Length.`] });
      }
      waiting.push(chunk.value);
      size += chunk.value.length;
      if (size >= serverLimits.photoPieceBytes) await flush();
    }
  } finally {
    // What has arrived is stored also after a break, so that the phone can continue from here.
    await flush().finally(() => {
      if (arriving.get(nameOf(upload)) === stop) arriving.delete(nameOf(upload));
      ended.resolve();
    });
  }
  return end;
}

/** Stores a photo whose parts have all arrived. Returns false if they don't match the visit. */
async function storeArrived(
  platform: Platform,
  actor: Actor,
  key: PhotoKey,
  named: NamedFile,
): Promise<boolean> {
  const arrived = await readParts(platform.db, key);
  const bytes = isEnvelope(arrived)
    ? await openEnvelope(platform, arrived).catch((error: unknown) => {
        if (error instanceof Problem) return arrived;
        throw error;
      })
    : arrived;
  if (createHash('sha256').update(bytes).digest('hex') !== named.sha256) return false;
  try {
    await storeVisitFile(platform, actor, key.visitId, { named, bytes });
  } catch (error) {
    // A photo that can't be read now can't be read later either.
    if (error instanceof Problem && error.status === 400) await dropParts(platform.db, key);
    throw error;
  }
  return true;
}
