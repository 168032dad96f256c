import type { CheckId } from '@doorstep/contract/evidence/checks';
import type { CheckRecord, EvidenceSummary } from '@doorstep/contract/evidence/office';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Thresholds } from '../thresholds.ts';

/** The current version of a check and of its thresholds. Findings of earlier versions are not counted. */
interface CheckNow {
  check: CheckId;
  version: number;
  /** The number of the last change of the check's thresholds. */
  thresholds: number;
}

interface Counted extends Pick<CheckRecord, 'check' | 'fired' | 'dismissed' | 'confirmed'> {
  /** The number of dismissed findings, not counting those dismissed with `pin_code_wrong`. */
  useless: number;
}

export async function countFindings(db: Db, days: number, checks: CheckNow[]): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select f.check_id as check, count(*) as fired, count(f.dismissed_by) as dismissed,
      count(*) filter (where f.dismissed_because <> 'pin_code_wrong') as useless,
      count(*) filter (where f.dismissed_by is null
        and (v.admin_decision = 'negative' or v.sent_back_at is not null)) as confirmed
    from evidence_findings f join verifications v on v.id = f.verification_id
      join unnest(${checks.map(({ check }) => check)}::text[], ${checks.map(({ version }) => version)}::int[],
        ${checks.map(({ thresholds }) => thresholds)}::int[]) as now_is (check_id, version, thresholds)
      on now_is.check_id = f.check_id and now_is.version = f.version and now_is.thresholds <= f.thresholds
    where f.found_at > now() - make_interval(days => ${days})
      and v.submitted_at > now() - make_interval(days => ${days}) group by 1`.execute(db);
  return rows;
}

export async function countChecked(db: Db, days: number): Promise<number> {
  return countRows(
    db
      .selectFrom('verifications')
      .where('submitted_at', '>', sql<string>`now() - make_interval(days => ${days})`)
      .where('evidence_checked_at', 'is not', null),
  );
}

export function listChanges(db: Db): Promise<EvidenceSummary['changes']> {
  return db
    .selectFrom('evidence_thresholds as t')
    .innerJoin('users as u', 'u.id', 't.set_by')
    .select(['t.version', 't.set_at as at', 'u.name as by', 't.changed as values'])
    .orderBy('t.version', 'desc')
    .execute();
}

export async function lockThresholds(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.evidence_thresholds'))`.execute(db);
}

export async function addChange(
  db: Db,
  changed: Partial<Thresholds>,
  adminId: number,
): Promise<number> {
  const { version } = await db
    .insertInto('evidence_thresholds')
    .values({ changed: JSON.stringify(changed), set_by: adminId })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
