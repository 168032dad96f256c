import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { BulkUploadResult, FailedRecord } from '@doorstep/contract/bulk-upload';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { doOnce, findSavedAnswer, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { isActiveUser } from '../../domain/active-users.ts';
import { readTurnarounds, type Turnarounds } from '../../domain/clock/turnarounds.ts';
import type { UploadedFile } from '../../http/contract/read-file-part.ts';
import { serverLimits } from '../../limits.ts';
import { badRequest, unauthenticated } from '../../problems.ts';
import { workQueue } from '../../work/work-queue.ts';
import {
  addUpload,
  findSameFile,
  type StoredPack,
  setUploadCounts,
  storePack,
} from './bulk-upload-store.ts';
import { readSpreadsheet, type SpreadsheetInReading } from './child/check-spreadsheet.ts';
import { saveFailures } from './failed-rows/failed-rows-store.ts';
import { SpreadsheetRefused } from './read/spreadsheet-refused.ts';
import { explainKnown } from './rows/known-applicant.ts';

export const uploadQueue = (longestWait = serverLimits.workWait) =>
  workQueue({
    atOnce: serverLimits.uploadsAtOnce,
    waiting: serverLimits.uploadsWaiting,
    longestWait,
  });

/**
 * Stores the good rows of a spreadsheet while it is read and reports the others, in one step: all of it happens or
 * nothing.
 */
export async function takeUpload(
  inTurn: ReturnType<typeof uploadQueue>,
  db: Kysely<Database>,
  actor: Actor,
  uploadedBy: number,
  { bytes, fileName }: UploadedFile,
  timeZone: string,
  request?: IdempotentRequest,
): Promise<BulkUploadResult> {
  const earlier = request && (await findSavedAnswer<BulkUploadResult>(db, request));
  if (earlier) return earlier;
  return inTurn(async () => {
    const turnarounds = await readTurnarounds(db, timeZone);
    const reading = startReading(bytes, turnarounds);
    try {
      // Without rows to store, this uses no connection and blocks no other upload.
      await once(reading.packs, 'readable');
      return await doOnce(db, request, (trx) =>
        store(trx, actor, uploadedBy, { bytes, fileName }, { ...reading, turnarounds }),
      );
    } catch (error) {
      throw error instanceof SpreadsheetRefused ? badRequest(error.message) : error;
    } finally {
      reading.packs.destroy();
    }
  });
}

/** Without a rule of any lender the applicants have no clock. */
const startReading = (bytes: Buffer, { rules, dayOf }: Turnarounds) =>
  rules.length === 0
    ? readSpreadsheet(bytes)
    : readSpreadsheet(bytes, undefined, { rules, day: dayOf(Date.now()) });

async function store(
  trx: Db,
  actor: Actor,
  uploadedBy: number,
  { bytes, fileName }: UploadedFile,
  { packs, failed, turnarounds }: SpreadsheetInReading & { turnarounds: Turnarounds },
): Promise<BulkUploadResult> {
  if (!(await isActiveUser(trx, uploadedBy))) throw unauthenticated();
  const file_sha256 = createHash('sha256').update(bytes).digest();
  const { id, created_at } = await addUpload(trx, {
    ...{ uploaded_by: uploadedBy, file_sha256, file_name: shownFileName(fileName) },
  });
  const same_file = await findSameFile(trx, file_sha256);
  const deadlines = turnarounds.listAt(Date.parse(created_at));
  const stored: StoredPack[] = [];
  let good = 0;
  for await (const pack of packs) {
    good += pack.count;
    stored.push(await storePack(trx, id, pack, deadlines));
  }
  const total_records = good + failed.length;
  const successful = stored.reduce((sum, pack) => sum + pack.stored, 0);
  const applicant_ids = joinRanges(stored);
  await setUploadCounts(trx, id, {
    ...{ total_records, successful },
    first_applicant_id: applicant_ids[0]?.[0] ?? null,
    last_applicant_id: applicant_ids.at(-1)?.[1] ?? null,
  });
  const failed_records = mergeFailures(failed, stored);
  if (failed_records.length > 0) await saveFailures(trx, id, bytes, failed_records);
  const counts = { total_records, successful, failed: failed_records.length };
  await recordAudit(trx, actor, {
    action: 'create',
    subject: 'upload',
    subjectId: id,
    after: {
      ...counts,
      file_sha256: file_sha256.toString('hex'),
      applicant_ids,
    },
  });
  return {
    success: true,
    upload_id: id,
    message: `Upload complete: ${successful} of ${total_records} records stored.`,
    summary: { ...counts, timestamp: created_at },
    failed_records,
    ...(same_file && { same_file }),
  };
}

/** A name that a browser sent, without what can't be seen or could pretend to be another name. */
const shownFileName = (name: string) =>
  [...name.normalize('NFC').replace(/[\p{C}\p{DI}\p{Zl}\p{Zp}]/gu, '')]
    .slice(0, 200)
    .join('')
    .trim();

function mergeFailures(failed: FailedRecord[], stored: readonly StoredPack[]) {
  const taken = stored.flatMap((pack) =>
    pack.taken.map(({ row, given, known }) => ({
      row,
      name: given.applicant_name,
      errors: [explainKnown(given, known ?? given)],
    })),
  );
  return [...failed, ...taken].sort((a, b) => a.row - b.row);
}

/** Pairs that meet become one: one row of the audit then names a hundred thousand applicants. */
function joinRanges(stored: readonly StoredPack[]): [first: number, last: number][] {
  const joined: [number, number][] = [];
  for (const [first, last] of stored.flatMap(({ ranges }) => ranges)) {
    const before = joined.at(-1);
    if (before && before[1] === first - 1) before[1] = last;
    else joined.push([first, last]);
  }
  return joined;
}
