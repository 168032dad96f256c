import { hash } from 'node:crypto';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { doOnce, findSavedAnswer, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { readTurnarounds } from '../../domain/clock/turnarounds.ts';
import { isActiveUser } from '../../domain/users/active-users.ts';
import type { UploadedFile } from '../../http/contract/read-file-part.ts';
import { serverLimits } from '../../limits.ts';
import { badRequest, unauthenticated } from '../../problems.ts';
import { workQueue } from '../../work/work-queue.ts';
import { addUpload, findSameFile, lockUploads } from './bulk-upload-store.ts';
import { readSpreadsheet } from './child/run-spreadsheet-child.ts';
import { listCandidates } from './mappings/mapping-store.ts';
import { SpreadsheetRejected } from './read/spreadsheet-rejected.ts';
import { type MatchedReading, recordOf, storeRows } from './store-rows.ts';

export const uploadQueue = (longestWait = serverLimits.workWait) =>
  workQueue({
    atOnce: serverLimits.uploadsAtOnce,
    waiting: serverLimits.uploadsWaiting,
    longestWait,
  });

export async function uploadSpreadsheet(
  inTurn: ReturnType<typeof uploadQueue>,
  db: Kysely<Database>,
  actor: Actor,
  uploadedBy: number,
  { bytes, fileName }: Pick<UploadedFile, 'bytes' | 'fileName'>,
  timeZone: string,
  request?: IdempotentRequest,
): Promise<BulkUploadResult> {
  const earlier = request && (await findSavedAnswer<BulkUploadResult>(db, request));
  if (earlier) return earlier;
  return inTurn(async () => {
    const candidates = await listCandidates(db);
    return readAndStore(db, timeZone, { bytes, candidates }, (reading) =>
      doOnce(db, request, (trx) =>
        store(trx, actor, uploadedBy, { bytes, fileName }, { ...reading, candidates }),
      ),
    );
  });
}

/** Thrown if a lender's rules change while a file is read, so that the file is read again. */
class RulesChanged extends Error {}

/**
 * Calls `storeIt` when the first rows are ready, or when the file has ended. If a lender's rules have
 * changed, reads the file and calls `storeIt` again. Throws a 400 if the file can't be read.
 */
export async function readAndStore<T>(
  db: Kysely<Database>,
  timeZone: string,
  job: Omit<Parameters<typeof readSpreadsheet>[0], 'turnaround'>,
  storeIt: (read: MatchedReading) => Promise<T>,
): Promise<T> {
  const { rules, dayOf } = await readTurnarounds(db, timeZone);
  const turnaround = rules.length === 0 ? undefined : { rules, day: dayOf(Date.now()) };
  const reading = readSpreadsheet({ ...job, turnaround });
  try {
    // Waits for the first rows before `storeIt` opens a transaction, so that an unreadable file blocks no
    // other upload.
    await once(reading.packs, 'readable');
    return await storeIt({
      reading,
      turnaroundsIn: async (trx) => {
        const turnarounds = await readTurnarounds(trx, timeZone);
        if (!isDeepStrictEqual(turnarounds.rules, rules)) throw new RulesChanged();
        return turnarounds;
      },
    });
  } catch (error) {
    if (error instanceof RulesChanged) {
      reading.packs.destroy();
      return await readAndStore(db, timeZone, job, storeIt);
    }
    throw error instanceof SpreadsheetRejected ? badRequest(error.message) : error;
  } finally {
    reading.packs.destroy();
  }
}

async function store(
  trx: Db,
  actor: Actor,
  uploadedBy: number,
  { bytes, fileName }: Pick<UploadedFile, 'bytes' | 'fileName'>,
  { candidates, ...read }: MatchedReading & { candidates: readonly Mapping[] },
): Promise<BulkUploadResult> {
  if (!(await isActiveUser(trx, uploadedBy))) throw unauthenticated();
  const file_sha256 = hash('sha256', bytes, 'buffer');
  await lockUploads(trx);
  const { id, created_at } = await addUpload(trx, {
    ...{ uploaded_by: uploadedBy, file_sha256, file_name: shownFileName(fileName) },
  });
  const same_file = await findSameFile(trx, file_sha256);
  const { counts, failed, applicant_ids } = await storeRows(trx, { id, created_at, bytes }, read, {
    findMapping: ({ table }) => candidates.find((saved) => saved.id === table?.match?.id),
  });
  await recordAudit(trx, actor, 'upload.create', id, {
    after: { ...counts, file_sha256: file_sha256.toString('hex'), applicant_ids },
  });
  return {
    success: true,
    upload_id: id,
    message: `Upload complete: ${counts.successful} of ${counts.total_records} records stored.`,
    summary: { ...counts, timestamp: created_at },
    failed_records: failed.map(recordOf(read.reading)),
    ...(same_file && { same_file }),
  };
}

/** Removes invisible characters, because they can make a file name look like another name. */
export const shownFileName = (name: string) =>
  [...name.normalize('NFC').replace(/[\p{C}\p{DI}\p{Zl}\p{Zp}]/gu, '')]
    .slice(0, 200)
    .join('')
    .trim();
