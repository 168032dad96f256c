import type { HistoryEntry } from '@doorstep/contract/audit';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { selectAudit } from './audit-rows.ts';

const longest = 200;

export async function exists(
  db: Db,
  of: 'applicants' | 'verifications' | 'lenders' | 'calendars',
  id: number,
) {
  const { rows } = await sql`select from ${sql.table(of)} where id = ${id}
    ${of === 'verifications' ? sql`` : sql`and deleted_at is null`}`.execute(db);
  return rows.length > 0;
}

/**
 * The visit that an audit row is about. The visit's agent may differ from the row's actor, for example if an
 * admin settled a held visit.
 */
const visitOf = sql<string>`(case when a.action in ('create', 'visit', 'attempt', 'held_visit', 'photos_received')
  then a.after ->> 'visit_id' end)::uuid`;

function select(db: Db) {
  return selectAudit(db)
    .leftJoin('visits as n', (join) =>
      join.on('n.id', '=', visitOf).onRef('n.agent_id', 'is distinct from', 'a.actor_id'),
    )
    .leftJoin('users as visitor', 'visitor.id', 'n.agent_id')
    .select([
      sql<HistoryEntry['actor']>`case when visitor.id is not null
        then jsonb_build_object('id', visitor.id, 'name', visitor.name) end`.as('visited_by'),
      // Of the values of an upload or a report, returns only the version, because the other values are not
      // about this applicant or verification.
      sql<
        HistoryEntry['before']
      >`case when a.subject not in ('upload', 'report') then a.before end`.as('before'),
      sql<
        HistoryEntry['after']
      >`case when a.subject not in ('upload', 'report') then a.after - 'photos'
        else nullif(jsonb_strip_nulls(jsonb_build_object('version', a.after -> 'version')), '{}') end`.as(
        'after',
      ),
    ])
    .orderBy('a.id', 'desc')
    .limit(longest);
}

export function listOfApplicant(db: Db, id: number): Promise<HistoryEntry[]> {
  return select(db)
    .where(
      sql<boolean>`(a.subject in ('applicant', 'message') and a.subject_id = ${id}
        or a.subject = 'upload' and a.subject_id = (select upload_id from applicants where id = ${id}))`,
    )
    .execute();
}

export function listOfVerification(db: Db, id: number): Promise<HistoryEntry[]> {
  return select(db)
    .where(
      sql<boolean>`(a.subject = 'verification' and a.subject_id = ${id} or a.subject = 'report'
        and a.subject_id in (select r.id from reports r where r.verification_id = ${id}))`,
    )
    .execute();
}

export const listOf =
  (subject: 'lender' | 'calendar') =>
  (db: Db, id: number): Promise<HistoryEntry[]> =>
    select(db).where('a.subject', '=', subject).where('a.subject_id', '=', id).execute();
