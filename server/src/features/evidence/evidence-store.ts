import { checksThat, type EvidencePart } from '@doorstep/contract/evidence/checks';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';
import type { Finding } from './finding.ts';
import { type Thresholds, thresholdsWith } from './thresholds.ts';

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

/** `parts` is undefined if the check failed. */
export async function markChecked(
  db: Db,
  id: number,
  parts: EvidencePart[] | undefined,
): Promise<void> {
  await updateRow(db, 'verifications', id, {
    evidence_due: false,
    ...(parts && { evidence_checked_at: sql<string>`clock_timestamp()`, checked_parts: parts }),
  });
}

export async function markDue(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('verifications')
    .set({ evidence_due: true })
    .where('id', 'in', ids)
    .where('evidence_due', '=', false)
    .execute();
}

/**
 * Marks up to `atMost` verifications as due. Returns their ids in ascending order. To mark more
 * verifications, the caller passes the last id as `after`.
 */
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

export async function countDueSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from verifications
    where evidence_due and submitted_at >= ${since.toISOString()} and photos_expected <= image_count
      and photos_expired_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Lists the verifications that a new finding should mark as due: undecided verifications of `otherApplicants`
 * in which the same check found nothing. Leaves out applicants that the stored finding already names, because
 * two verifications could otherwise trigger each other endlessly. Searches by applicant, because a finding
 * names only some verifications of an applicant.
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
 * Stores the current findings of a verification. Deletes undismissed findings that no longer apply. A
 * dismissal is valid until the same check finds something worse.
 */
export async function saveFindings(
  db: Db,
  id: number,
  found: Finding[],
  thresholds: number,
): Promise<void> {
  const findings = await dropAnonymised(db, id, found);
  await sql`delete from evidence_findings where verification_id = ${id} and dismissed_by is null
    and check_id <> all(${findings.map(({ check }) => check)}::text[])`.execute(db);
  if (findings.length === 0) return;
  // Worse means a higher level, or a matching photo that was sent for an additional applicant. A finding
  // dismissed as "pin code wrong" is also worse if it is found again with another pin code.
  const isNoWorse = sql`${rank('excluded.level')} <= ${rank('known.level')}
    and (known.check_id <> all(${checksThat('comparesPhotos')}::text[]) or excluded.other_applicants <@ known.other_applicants)
    and (known.dismissed_because is distinct from 'pin_code_wrong'
      or known.details -> 'pinCode' is not distinct from excluded.details -> 'pinCode')`;
  const rows = findings.map(
    (one) =>
      sql`(${id}, ${one.check}, ${one.version}, ${thresholds}, ${one.level}, ${one.sentence},
        ${JSON.stringify(one.measured)}, ${JSON.stringify(one.details ?? {})}, ${one.otherApplicants ?? []}::bigint[])`,
  );
  await sql`
    insert into evidence_findings as known (verification_id, check_id, version, thresholds, level, sentence, measured, details,
      other_applicants)
    values ${sql.join(rows)}
    on conflict (verification_id, check_id) do update set version = excluded.version, thresholds = excluded.thresholds,
      level = excluded.level, sentence = excluded.sentence, measured = excluded.measured, details = excluded.details,
      other_applicants = excluded.other_applicants,
      dismissed_by = case when ${isNoWorse} then known.dismissed_by end,
      dismissed_at = case when ${isNoWorse} then known.dismissed_at end,
      dismissed_because = case when ${isNoWorse} then known.dismissed_because end,
      dismissal_note = case when ${isNoWorse} then known.dismissal_note else '' end`.execute(db);
}

/**
 * Removes findings that name an applicant who was anonymised after the look-up. Locks the other applicants
 * until the findings are stored. Doesn't lock the verification's own applicant, because the verification is
 * already locked, and an applicant must be locked before its verifications.
 */
async function dropAnonymised(db: Db, id: number, findings: Finding[]): Promise<Finding[]> {
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

/** `version` is the number of the last change of thresholds, or 0 if no threshold was changed. */
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
