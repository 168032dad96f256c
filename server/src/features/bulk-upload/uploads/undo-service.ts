import { type UploadUndone, undoUploadDays } from '@doorstep/contract/bulk-upload/uploads';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, orNotFound } from '../../../problems.ts';
import { findKept, lockStretch, removeUnvisited, type Stretch } from './undo-store.ts';
import { type LockedUpload, lockUpload, setUndone } from './uploads-store.ts';

/** The maximum number of ids in one statement. More ids could reach the statement timeout. */
const step = 1_000;

/** Undoes an upload. A second undo deletes nothing, and returns the number that the first undo deleted. */
export function undo(
  db: Kysely<Database>,
  actor: Actor,
  asked: { id: number; adminId: number },
): Promise<UploadUndone> {
  return db.transaction().execute(async (trx) => {
    const upload = orNotFound(await lockUpload(trx, asked.id), 'Upload');
    const removed = upload.removed ?? (await removeAll(trx, actor, upload, asked.adminId));
    const left = await findKept(trx, wholeOf(upload));
    const stay =
      left.kept_count === 1
        ? '1 with a visit stays'
        : `${left.kept_count.toLocaleString('en')} with a visit stay`;
    const gone = `${removed.toLocaleString('en')} ${removed === 1 ? 'applicant' : 'applicants'}`;
    const message = `Upload undone: ${gone} deleted${left.kept_count > 0 ? `, ${stay}` : ''}.`;
    return { success: true, message, removed, ...left };
  });
}

async function removeAll(
  trx: Db,
  actor: Actor,
  upload: LockedUpload,
  adminId: number,
): Promise<number> {
  if (!upload.is_in_time) {
    throw conflict(
      `An upload can be undone for ${undoUploadDays} days. Delete single applicants instead.`,
      'too_late',
    );
  }
  let removed = 0;
  for (const stretch of stepsOf(wholeOf(upload))) {
    await lockStretch(trx, stretch);
    removed += await removeUnvisited(trx, actor, stretch);
  }
  await setUndone(trx, upload.id, { adminId, removed });
  await recordAudit(trx, actor, 'upload.undo', upload.id, { after: { removed } });
  return removed;
}

const wholeOf = ({ id, first_applicant_id, last_applicant_id }: LockedUpload): Stretch => ({
  ...{ uploadId: id, first: first_applicant_id ?? 0, last: last_applicant_id ?? -1 },
});

function stepsOf({ uploadId, first, last }: Stretch): Stretch[] {
  const count = Math.ceil((last - first + 1) / step);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * step;
    return { uploadId, first: from, last: Math.min(last, from + step - 1) };
  });
}
