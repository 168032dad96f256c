import { createHash } from 'node:crypto';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import type { Kysely } from 'kysely';
import { answerOnce, findAnswer, type Repeatable } from '../../db/answer-once.ts';
import { type Actor, recordAudit } from '../../db/audit.ts';
import type { Database } from '../../db/schema.ts';
import { badRequest } from '../../problems.ts';
import { takeTurns } from '../../storage/take-turns.ts';
import { addUpload, type StoredPack, storePack, tellStored } from './bulk-upload-store.ts';
import { type CheckedSpreadsheet, checkSpreadsheet } from './child/check-spreadsheet.ts';
import { maxAtOnce } from './child/run-child.ts';
import { keepFailures } from './failed-rows/failed-rows-store.ts';
import { SpreadsheetRefused } from './read/spreadsheet-refused.ts';

/** Who would wait longer than two seconds is asked to come back. */
const inTurn = takeTurns(maxAtOnce, 2_000);

/** Stores the good rows of a spreadsheet and reports the others, in one step: all of it happens or nothing. */
export async function takeUpload(
  db: Kysely<Database>,
  actor: Actor,
  uploadedBy: number,
  bytes: Buffer,
  request?: Repeatable,
): Promise<BulkUploadResult> {
  const earlier = request && (await findAnswer<BulkUploadResult>(db, request));
  if (earlier) return earlier;
  const { good, packs, failed } = await inTurn(() => checkSpreadsheet(bytes)).catch(
    (error: unknown) => {
      throw error instanceof SpreadsheetRefused ? badRequest(error.message) : error;
    },
  );
  const file_sha256 = createHash('sha256').update(bytes).digest();
  const total_records = good + failed.length;

  return answerOnce(db, request, async (trx) => {
    const upload = { uploaded_by: uploadedBy, file_sha256, total_records };
    const { id, created_at } = await addUpload(trx, upload);
    const stored: StoredPack[] = [];
    for (const pack of packs) stored.push(await storePack(trx, id, pack));
    const successful = stored.reduce((sum, pack) => sum + pack.stored, 0);
    await tellStored(trx, id, successful);
    const failed_records = mergeFailures(failed, stored);
    if (failed_records.length > 0) await keepFailures(trx, id, bytes, failed_records);
    const counts = { total_records, successful, failed: failed_records.length };
    await recordAudit(trx, actor, {
      action: 'create',
      subject: 'upload',
      subjectId: id,
      after: {
        ...counts,
        file_sha256: file_sha256.toString('hex'),
        applicant_ids: joinRanges(stored),
      },
    });
    return {
      success: true as const,
      upload_id: id,
      message: `Upload complete: ${successful} of ${total_records} records stored.`,
      summary: { ...counts, timestamp: created_at },
      failed_records,
    };
  });
}

function mergeFailures(failed: CheckedSpreadsheet['failed'], stored: readonly StoredPack[]) {
  const taken = stored.flatMap((pack) =>
    pack.taken.map(({ row, name, application_id }) => ({
      row,
      name,
      errors: [`application_id ${application_id} already exists`],
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
