import type { DryRunCounts, TakeResult } from '@doorstep/contract/bulk-upload/dry-run';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import { doOnce, findSavedAnswer, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import { isActiveUser } from '../../../domain/users/active-users.ts';
import { conflict, unauthenticated } from '../../../problems.ts';
import { readAndStore } from '../bulk-upload-service.ts';
import { lockUploads } from '../bulk-upload-store.ts';
import { storeRows } from '../store-rows.ts';
import { describeProblems } from './describe-dry-run.ts';
import { type DryRunContext, explainGone, getDryRun } from './dry-run-service.ts';
import { endDryRun } from './dry-run-store.ts';
import { openFile } from './sealed-file.ts';

interface Taken {
  id: number;
  adminId: number;
  revisits: boolean;
  /** The revision of the dry run that the admin saw. */
  revision: number | undefined;
}

/**
 * Stores the applicants of a file after its dry run. A file can be stored only once. Reads the file with the
 * mapping of the last dry run, and checks its rows against the current data.
 */
export async function takeFile(
  { db, secret, timeZone, inTurn }: DryRunContext,
  actor: Actor,
  { id, adminId, revisits, revision }: Taken,
  request?: IdempotentRequest,
): Promise<TakeResult> {
  const earlier = request && (await findSavedAnswer<TakeResult>(db, request));
  if (earlier) return earlier;
  return inTurn(async () => {
    const upload = await getDryRun(db, id);
    const { reading: wanted, counts: tried, tries } = upload;
    if (revision !== undefined && revision !== tries) throw await explainGone(db, id);
    if (!tried) {
      throw conflict(
        'Required fields have no column yet. Choose their columns and try again.',
        'try_first',
      );
    }
    const bytes = await openFile(secret, upload.file);
    return readAndStore(db, timeZone, { bytes, reading: wanted }, (read) =>
      doOnce(db, request, async (trx): Promise<TakeResult> => {
        if (!(await isActiveUser(trx, adminId))) throw unauthenticated();
        await lockUploads(trx);
        const created_at = await endDryRun(trx, { id, tries, adminId });
        if (created_at === undefined) throw await explainGone(trx, id);
        const stored = await storeRows(trx, { id, created_at, bytes }, read, { revisits });
        const { counts: summary, points: counts, known, applicant_ids } = stored;
        await recordAudit(trx, actor, 'upload.take', id, {
          after: { ...summary, revisits, applicant_ids },
        });
        const { table, failed } = read.reading;
        if (!table) throw new Error('A file was read, but not how');
        return {
          ...{ success: true, message: describe(summary, tried, counts), upload_id: id },
          summary: { ...summary, timestamp: created_at },
          ...{ counts, tried },
          problems: {
            total: summary.failed,
            results: describeProblems(table, failed, known),
          },
        };
      }),
    );
  });
}

const kinds = { new: 'new', known: 'known', revisits: 'decided', wrong: 'wrong' } as const;

function describe(
  { successful, total_records }: Omit<TakeResult['summary'], 'timestamp'>,
  tried: DryRunCounts,
  now: DryRunCounts,
): string {
  const changes = (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => tried[kind] !== now[kind])
    .map((kind) => `${kinds[kind]}: ${tried[kind]} before, ${now[kind]} now`);
  const stored = `The file was taken in. Contact points stored: ${successful} of ${total_records}.`;
  return changes.length === 0
    ? stored
    : `${stored} The numbers have changed since the file was tried (${changes.join('; ')}).`;
}
