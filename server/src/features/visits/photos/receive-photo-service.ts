import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { isEnvelope, openEnvelope } from '../../../domain/secrets/server-key.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { badRequest, invalid, orNotFound, Problem } from '../../../problems.ts';
import { workQueue } from '../../../work/work-queue.ts';
import { addPart, countArrived, dropParts, type PhotoKey, readParts } from './photo-part-store.ts';
import { storeVisitFile } from './store-photo-service.ts';
import { findNamedFile, findStoredFiles, type NamedFile } from './visit-photo-store.ts';

/** An upload of a photo or signature of an agent's own visit. `body` begins at the byte `offset`. */
interface Upload extends PhotoKey {
  agentId: number;
  offset: number;
  /** The length of the photo or of its envelope in bytes. The default is the length that the visit names. */
  length: number | undefined;
  body: AsyncIterable<Buffer>;
}

export interface Progress {
  state: 'stored' | 'part';
  offset: number;
}

/** The maximum number of bytes that an envelope adds to a photo. */
const envelopeBytes = 65_536;

// Limits the number of photos in memory, even if many agents send at the same time.
const inTurn = workQueue({ atOnce: availableParallelism() });

export async function photoProgressOf(
  platform: Platform,
  actor: Actor,
  asked: PhotoKey & { agentId: number },
): Promise<Progress> {
  const { db } = platform;
  const named = orNotFound(await findNamedFile(db, asked), 'Photo');
  const stored = { state: 'stored' as const, offset: named.bytes };
  if ((await findStoredFiles(db, asked.visitId)).has(asked.sha256)) return stored;
  await endEarlier(asked);
  const offset = await countArrived(db, asked);
  // Stores a photo that has arrived completely, if the server was killed before it stored the photo.
  const isThere =
    offset >= named.bytes && (await inTurn(() => storeArrived(platform, actor, asked, named)));
  return isThere ? stored : { state: 'part', offset };
}

export async function receivePhoto(
  platform: Platform,
  actor: Actor,
  upload: Upload,
): Promise<Progress> {
  const { db } = platform;
  const named = orNotFound(await findNamedFile(db, upload), 'Photo');
  const total = upload.length ?? named.bytes;
  const stored = { state: 'stored' as const, offset: total };
  const isStored = async () => (await findStoredFiles(db, upload.visitId)).has(upload.sha256);
  if (await isStored()) return stored;
  if (total !== named.bytes && (total < named.bytes || total > named.bytes + envelopeBytes)) {
    throw invalid({ 'Upload-Length': ['Upload-Length does not match this photo.'] });
  }
  await endEarlier(upload);
  let there = await countArrived(db, upload);
  // Deletes stored parts that belong to a longer upload, such as an upload of the photo's envelope.
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
  new Problem(409, `Wrong Upload-Offset. Continue the upload at byte ${offset}.`, {
    code: 'wrong_offset',
    offset,
  });

/** For each photo that this process is receiving, the function that ends the upload. */
const arriving = new Map<string, () => Promise<void>>();
const nameOf = ({ visitId, sha256 }: PhotoKey) => `${visitId} ${sha256}`;

/**
 * Ends an earlier upload of the same photo, and waits until its bytes are stored. A phone that retries has
 * lost its connection, but the server may not have noticed.
 */
const endEarlier = async (key: PhotoKey) => arriving.get(nameOf(key))?.();

/**
 * Stores arriving bytes in pieces. Returns the total number of stored bytes. Throws a 409 if another
 * request for the same photo ends this upload.
 */
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
      // Handles a failure of the read after the race has ended, because an unhandled rejection would end
      // the process.
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
    // Stores the received bytes even after an error, so that the phone needn't send them again.
    await flush().finally(() => {
      if (arriving.get(nameOf(upload)) === stop) arriving.delete(nameOf(upload));
      ended.resolve();
    });
  }
  return end;
}

/** Stores a photo from its parts. Returns false if it doesn't have the hash that the visit names. */
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
  if (hash('sha256', bytes) !== named.sha256) return false;
  try {
    await storeVisitFile(platform, actor, key.visitId, { named, bytes });
  } catch (error) {
    // Deletes the parts of a photo that can't be read, because sending it again would fail too.
    if (error instanceof Problem && error.status === 400) await dropParts(platform.db, key);
    throw error;
  }
  return true;
}
