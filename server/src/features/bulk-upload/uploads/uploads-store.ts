import { type Upload, undoUploadDays } from '@doorstep/contract/bulk-upload/uploads';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';
import { isoUtc } from '../../../db/moments.ts';
import { updateRow } from '../../../db/update-row.ts';
import { isShown } from '../dry-runs/dry-run-store.ts';
import { hasFailures } from '../failed-rows/failed-rows-store.ts';

const undoUntil = sql`up.created_at + make_interval(days => ${undoUploadDays}::int)`;

export async function listUploadPage(
  db: Db,
  { page, page_size }: { page: number; page_size: number },
  reader: { id: number; isSuperadmin: boolean },
): Promise<{ rows: Upload[]; count: number }> {
  const count = await countRows(db.selectFrom('uploads as up').where(isShown));
  const { rows } = await sql<Upload>`
    select up.id, up.file_name, up.created_at, json_build_object('id', u.id, 'name', u.name) as uploaded_by,
      up.total_records, up.successful, up.total_records - up.successful as failed,
      case when up.undone_at is not null then 'undone' when up.taken_at is null then 'tried' else 'taken' end as state,
      case when up.undone_at is null and up.successful > 0 and ${undoUntil} > now() then ${undoUntil} end as undo_until,
      (${reader.isSuperadmin}::bool or up.uploaded_by = ${reader.id}) and ${hasFailures} as has_failed_rows,
      case when m.id is not null then json_build_object(
        'id', m.id, 'name', m.name, 'version', up.mapping_version) end as mapping,
      case when up.undone_at is not null then json_build_object(
        'at', ${isoUtc(sql`up.undone_at`)}, 'by', undoer.name, 'removed', up.removed) end as undone
    from (select * from uploads up where ${isShown} order by id desc limit ${page_size} offset ${(page - 1) * page_size}) as up
    join users u on u.id = up.uploaded_by left join users undoer on undoer.id = up.undone_by
    left join mappings m on m.id = up.mapping_id
    order by up.id desc`.execute(db);
  return { rows, count };
}

export function lockUpload(db: Db, id: number) {
  return db
    .selectFrom('uploads as up')
    .select(['id', 'first_applicant_id', 'last_applicant_id', 'removed'])
    .select(sql<boolean>`${undoUntil} > now()`.as('is_in_time'))
    .where('id', '=', id)
    .where('taken_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>;

export async function setUndone(
  db: Db,
  id: number,
  { adminId, removed }: { adminId: number; removed: number },
): Promise<void> {
  await updateRow(db, 'uploads', id, { undone_at: sql`now()`, undone_by: adminId, removed });
}
