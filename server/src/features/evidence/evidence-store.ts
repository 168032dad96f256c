import { checksThat } from '@doorstep/contract/evidence/checks';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Finding } from './finding.ts';
import { type Thresholds, thresholdsWith } from './thresholds.ts';

/** The oldest other case that is whole and was not checked yet, locked; cases that somebody works on are left for another time. */
export async function lockDueVerification(
  db: Db,
  except: readonly number[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from verifications
    where evidence_due and photos_expected <= image_count and id <> all(${except}::bigint[])
    order by submitted_at, id limit 1 for update skip locked`.execute(db);
  return rows[0]?.id;
}

/** Takes a case from those that are due; `wasChecked` is false where it could not be checked. */
export async function markChecked(db: Db, id: number, wasChecked: boolean): Promise<void> {
  await db
    .updateTable('verifications')
    .set({
      evidence_due: false,
      ...(wasChecked && { evidence_checked_at: sql<string>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Has cases checked again. */
export async function markDue(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('verifications')
    .set({ evidence_due: true })
    .where('id', 'in', ids)
    .where('evidence_due', '=', false)
    .execute();
}

/** Has the first `atMost` cases after `after` checked again that came since and still have their photos; answers which. */
export async function markDueSince(
  db: Db,
  since: Date,
  { after, atMost }: { after: number; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update verifications set evidence_due = true where id in (
      select id from verifications where id > ${after} and submitted_at >= ${since.toISOString()} and photos_expired_at is null
      order by id limit ${atMost})
    returning id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** How many of the cases that came since are still to be checked. */
export async function countDueSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from verifications
    where evidence_due and submitted_at >= ${since.toISOString()} and photos_expected <= image_count
      and photos_expired_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The undecided cases of those whom a finding is about, in which the same check found nothing: they are to be checked again. Not of
 * those whom it was about before already, or two cases of which only one finds the other would have each other checked for ever.
 * By applicants, as not all of their cases are named.
 */
export async function listNewWithout(
  db: Db,
  id: number,
  { check, otherApplicants = [] }: Pick<Finding, 'check' | 'otherApplicants'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from verifications v where applicant_id = any(${otherApplicants}::bigint[]) and admin_decision = 'pending'
      and not exists (select from evidence_findings f where f.verification_id = v.id and f.check_id = ${check})
      and not exists (select from evidence_findings own where own.verification_id = ${id} and own.check_id = ${check}
        and own.other_applicants @> array[v.applicant_id])`.execute(db);
  return rows.map(({ id: other }) => other);
}

const rank = (level: string) =>
  sql`array_position(array['note', 'look', 'serious'], ${sql.ref(level)})`;

/**
 * Stores what the checks find in a case now. What they find no more goes, unless somebody dismissed it. A dismissal stands
 * until the same check finds worse.
 */
export async function saveFindings(
  db: Db,
  id: number,
  found: Finding[],
  thresholds: number,
): Promise<void> {
  const findings = await withoutForgotten(db, id, found);
  await sql`delete from evidence_findings where verification_id = ${id} and dismissed_by is null
    and check_id <> all(${findings.map(({ check }) => check)}::text[])`.execute(db);
  if (findings.length === 0) return;
  // Worse: a higher level, a photo of a case that was not seen then, or the same finding though the pin code was set right since.
  const isNoWorse = sql`${rank('excluded.level')} <= ${rank('known.level')}
    and (known.check_id <> all(${checksThat('comparesPhotos')}::text[]) or excluded.other_applicants <@ known.other_applicants)
    and (known.dismissed_because is distinct from 'pin_code_wrong'
      or known.beside -> 'pinCode' is not distinct from excluded.beside -> 'pinCode')`;
  const rows = findings.map(
    (one) =>
      sql`(${id}, ${one.check}, ${one.version}, ${thresholds}, ${one.level}, ${one.sentence},
        ${JSON.stringify(one.measured)}, ${JSON.stringify(one.beside ?? {})}, ${one.otherApplicants ?? []}::bigint[])`,
  );
  await sql`
    insert into evidence_findings as known (verification_id, check_id, version, thresholds, level, sentence, measured, beside,
      other_applicants)
    values ${sql.join(rows)}
    on conflict (verification_id, check_id) do update set version = excluded.version, thresholds = excluded.thresholds,
      level = excluded.level, sentence = excluded.sentence, measured = excluded.measured, beside = excluded.beside,
      other_applicants = excluded.other_applicants,
      dismissed_by = case when ${isNoWorse} then known.dismissed_by end,
      dismissed_at = case when ${isNoWorse} then known.dismissed_at end,
      dismissed_because = case when ${isNoWorse} then known.dismissed_because end,
      dismissal_note = case when ${isNoWorse} then known.dismissal_note else '' end`.execute(db);
}

/**
 * Without what names somebody who was forgotten since it was looked up; the others are held until the findings are stored.
 * Not the case's own applicant, who is never locked after the case.
 */
async function withoutForgotten(db: Db, id: number, findings: Finding[]): Promise<Finding[]> {
  const others = findings.flatMap(({ otherApplicants = [] }) => otherApplicants);
  if (others.length === 0) return findings;
  const { rows } = await sql<{ id: number; is_forgotten: boolean }>`
    select id, anonymised_at is not null as is_forgotten from applicants where id = any(${others}::bigint[])
      and id <> (select applicant_id from verifications where id = ${id})
    order by id for share`.execute(db);
  const forgotten = new Set(rows.filter((row) => row.is_forgotten).map((row) => row.id));
  return findings.filter(
    ({ otherApplicants = [] }) => !otherApplicants.some((other) => forgotten.has(other)),
  );
}

/** The thresholds in force, and the number of their change: 0 while they are those that the checks come with. */
export async function readThresholds(
  db: Db,
): Promise<{ version: number; changed: Partial<Thresholds>; values: Thresholds }> {
  const row = await db
    .selectFrom('evidence_thresholds')
    .select(['version', 'changed'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const changed: Partial<Thresholds> = row?.changed ?? {};
  return { version: row?.version ?? 0, changed, values: thresholdsWith(changed) };
}
