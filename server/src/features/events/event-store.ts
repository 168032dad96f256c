import { sql } from 'kysely';
import { type Db, prepared } from '../../db/connection.ts';

export interface Link {
  seq: number;
  subject: string | null;
  action: string | null;
  subject_id: number | null;
  /** If the audit row is about a report, the id of the report's verification. */
  verification_id: number | null;
}

export async function lastSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_chain')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

export async function linksAfter(db: Db, after: number, most: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select ${prepared} s.seq, a.subject, a.action, a.subject_id,
      case when a.subject = 'report' then (a.after ->> 'verification_id')::bigint end as verification_id
    from (select seq, audit_id from audit_chain where seq > ${after} order by seq limit ${most}) s
    left join audit a on a.id = s.audit_id
    order by s.seq`.execute(db);
  return rows;
}
