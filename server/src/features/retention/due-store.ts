import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** The data to delete: the photos of closed applicants, or all their personal data. */
export type Kind = 'photos' | 'applicants';

/** The time when an applicant was closed: its deletion, or its last decision. Null for an open applicant. */
const closedAt = sql`case
  when a.deleted_at is not null then a.deleted_at
  when a.status = 'submitted' then (select max(v.decided_at) from verifications v where v.applicant_id = a.id) end`;

/**
 * Whether an applicant must wait because it has a held visit, or a visit that arrived after `before`.
 * Held visits of an anonymised applicant don't count, because an admin can't use them any more.
 */
const hasOpenVisit = (before: Date) => sql`exists (select from visits n where n.applicant_id = a.id
  and (n.received_at >= ${before} or n.standing = 'held' and a.anonymised_at is null))`;

const isDue = (kind: Kind, before: Date) =>
  kind === 'applicants'
    ? sql`(a.anonymised_at is null and ${closedAt} < ${before}
        -- A visit that arrived after the applicant was anonymised is deleted after the same number of days.
        or a.anonymised_at is not null and exists (
          select from visits n where n.applicant_id = a.id and n.received_at > a.anonymised_at))
      and not ${hasOpenVisit(before)}`
    : sql`${closedAt} < ${before} and (
        exists (select from photos p join verifications v on v.id = p.verification_id where v.applicant_id = a.id)
        or exists (select from photos p join visits n on n.id = p.visit_id where n.applicant_id = a.id)
        or exists (select from photo_parts p join visits n on n.id = p.visit_id where n.applicant_id = a.id)
        or exists (select from signatures s join visits n on n.id = s.visit_id
          where n.applicant_id = a.id and s.picture_id is not null))
      and not ${hasOpenVisit(before)}`;

export interface PlannedMonth {
  month: string;
  applicants: number;
  verifications: number;
  photos: number;
  reports: number;
}

const photosOf = (applicant: string) => sql`(
  select p.id from photos p join verifications v on v.id = p.verification_id where v.applicant_id = ${sql.ref(applicant)}
  union select p.id from photos p join visits n on n.id = p.visit_id where n.applicant_id = ${sql.ref(applicant)})`;

export async function planMonths(
  db: Db,
  kind: Kind,
  before: Date,
  timeZone: string,
): Promise<PlannedMonth[]> {
  const { rows } = await sql<PlannedMonth>`
    with due as (select a.id, to_char(${closedAt} at time zone ${timeZone}, 'YYYY-MM') as month
      from applicants a where ${isDue(kind, before)})
    select d.month, count(*) as applicants, sum(n.verifications)::bigint as verifications,
      sum(n.photos)::bigint as photos, sum(n.reports)::bigint as reports
    from due d cross join lateral (select count(*) as verifications,
        (select count(*) from ${photosOf('d.id')} as theirs) as photos,
        coalesce(sum((select count(*) from reports r where r.verification_id = v.id)), 0) as reports
      from verifications v where v.applicant_id = d.id) n
    group by d.month order by d.month`.execute(db);
  return rows;
}

export async function findDue(
  db: Db,
  kind: Kind,
  before: Date,
  { after, atMost }: { after: number; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applicants a where a.id > ${after} and ${isDue(kind, before)}
    order by a.id limit ${atMost}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of the applicants that are still due, and locks them with their visits. Skips applicants
 * that another transaction has locked.
 */
export async function lockDueApplicants(
  db: Db,
  kind: Kind,
  before: Date,
  applicantIds: number[],
): Promise<number[]> {
  const free = await sql<{ id: number }>`
    select id from applicants where id = any(${applicantIds}::bigint[])
    order by id for update skip locked`.execute(db);
  // Checks again, because a visit may have arrived before the applicants were locked. Later visits wait for
  // the lock.
  const due = await sql<{ id: number }>`
    select a.id from applicants a where a.id = any(${free.rows.map(({ id }) => id)}::bigint[])
      and ${isDue(kind, before)} order by a.id`.execute(db);
  const ids = due.rows.map(({ id }) => id);
  // Locks visits before their photos. Storing a photo uses the same order, because the opposite order could
  // cause a deadlock.
  await sql`select id from visits where applicant_id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  );
  return ids;
}
