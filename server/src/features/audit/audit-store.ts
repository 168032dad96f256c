import type { AuditEntry, exportAudit, listAudit } from '@doorstep/contract/audit';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import { dayStart } from '../../db/moments.ts';
import { selectAudit } from './audit-rows.ts';
import { isTelling } from './blind-store.ts';

export type AuditFilter = z.output<typeof exportAudit.query>;
type ListQuery = z.output<typeof listAudit.query>;

function matching(db: Db, timeZone: string, filter: AuditFilter, readerId: number) {
  const { actor_id, event, subject, subject_id, start_date, end_date } = filter;
  let query = db.selectFrom('audit as a');
  if (actor_id !== undefined) {
    query = query
      .where('a.actor_id', '=', actor_id)
      .where(sql<boolean>`not ${isTelling(readerId)}`);
  }
  if (event !== undefined) {
    const [of = '', action = ''] = event.split('.');
    query = query.where('a.action', '=', action).where('a.subject', '=', of);
  }
  if (subject !== undefined) query = query.where('a.subject', '=', subject);
  if (subject_id !== undefined) query = query.where('a.subject_id', '=', subject_id);
  if (start_date !== undefined) {
    query = query.where('a.at', '>=', dayStart(start_date, 0, timeZone));
  }
  if (end_date !== undefined) {
    query = query.where('a.at', '<', dayStart(end_date, 1, timeZone));
  }
  return query;
}

function describing(db: Db) {
  return selectAudit(db)
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'a.subject_id').on('a.subject', 'in', ['user', 'session']),
    )
    .leftJoin('reports as r', (join) =>
      join.onRef('r.id', '=', 'a.subject_id').on('a.subject', '=', 'report'),
    )
    .leftJoin('verifications as v', (join) =>
      join.on(
        sql<boolean>`v.id = case a.subject when 'verification' then a.subject_id else r.verification_id end`,
      ),
    )
    .leftJoin('applicants as ap', (join) =>
      join.on(
        sql<boolean>`ap.id = case when a.subject in ('applicant', 'message') then a.subject_id else v.applicant_id end`,
      ),
    )
    .select([
      sql<string | null>`coalesce(u.name, ap.application_id)`.as('subject_label'),
      sql<AuditEntry['shown_as']>`case
        when u.id is not null and u.deleted_at is null
          then case when u.is_admin then 'admin' else 'agent' end
        when v.id is not null then 'verification'
        when ap.id is not null and ap.deleted_at is null then 'applicant' end`.as('shown_as'),
      sql<number | null>`coalesce(u.id, v.id, ap.id)`.as('shown_id'),
    ]);
}

export async function listAuditPage(
  db: Db,
  timeZone: string,
  query: ListQuery,
  readerId: number,
): Promise<{ rows: AuditEntry[]; count: number }> {
  const found = matching(db, timeZone, query, readerId);
  const [count, ids] = await Promise.all([
    countRows(found),
    found
      .select('a.id')
      .orderBy('a.id', 'desc')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute(),
  ]);
  const wanted = ids.map(({ id }) => id);
  const rows = await describing(db)
    .where('a.id', '=', sql<number>`any(${wanted}::bigint[])`)
    .orderBy('a.id', 'desc')
    .execute();
  return { rows, count };
}

const whole = (db: Db) =>
  describing(db)
    .leftJoin('audit_chain as s', 's.audit_id', 'a.id')
    .select(['a.before', 'a.after', 'a.request_id', 's.seq', 's.hash']);

export function findAuditRecord(db: Db, id: number) {
  return whole(db).where('a.id', '=', id).executeTakeFirst();
}

export type StoredRecord = NonNullable<Awaited<ReturnType<typeof findAuditRecord>>>;

export async function listBatch(
  db: Db,
  timeZone: string,
  filter: AuditFilter,
  readerId: number,
  below: number | undefined,
  size: number,
): Promise<StoredRecord[]> {
  let found = matching(db, timeZone, filter, readerId);
  if (below !== undefined) found = found.where('a.id', '<', below);
  const ids = await found.select('a.id').orderBy('a.id', 'desc').limit(size).execute();
  return whole(db)
    .where('a.id', '=', sql<number>`any(${ids.map(({ id }) => id)}::bigint[])`)
    .orderBy('a.id', 'desc')
    .execute();
}
