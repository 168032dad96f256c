import type { Evidence, Finding } from '@doorstep/contract/evidence/findings';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import { sql } from 'kysely';
import { type Db, prepared } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';
import { type PhotoRecord, photoRecord } from '../photo-rows.ts';
import { haveSameLender } from '../same-lender.ts';
import { arrivedAt } from '../visits/server-time.ts';

/** A finding without the links of its photos, because links are signed when the finding is shown. */
type FindingRecord = Omit<Finding, 'photos'> & {
  photos: {
    photo_id: string;
    other: { photo: PhotoRecord; of: Finding['cases'][number] } | null;
  }[];
};
export type EvidenceRecord = Omit<Evidence, 'findings'> & { findings: FindingRecord[] };

const otherCase = sql`(
  select json_build_object('verification_id', ov.id, 'application_id', oa.application_id, 'applicant', oa.applicant_name,
    'address', oa.address, 'portfolio_name', oa.portfolio_name, 'is_own_lenders', ${haveSameLender('oa', 'own')},
    'agent', agent.name, 'at', ${isoUtc(sql`coalesce(${arrivedAt('n')}, ov.submitted_at)`)})
  from applicants oa join users agent on agent.id = ov.agent_id left join visits n on n.id = ov.visit_id
  where oa.id = ov.applicant_id)`;

const findingPhotos = sql`coalesce((
  select json_agg(json_build_object('photo_id', pair ->> 'photoId', 'other', (
    select json_build_object('photo', ${photoRecord}, 'of', ${otherCase})
    from photos p join verifications ov on ov.id = p.verification_id left join visits taken on taken.id = p.visit_id
    where p.id = (pair ->> 'otherPhotoId')::uuid)))
  from jsonb_array_elements(f.details -> 'photos') as pair), '[]')`;

const findingCases = sql`coalesce((
  select json_agg(${otherCase} order by ov.id) from verifications ov
  where ov.id in (select jsonb_array_elements_text(f.details -> 'cases')::bigint)), '[]')`;

/**
 * The time at which the checks last ran on a verification `v`, and whether `v` has findings; null before the
 * first run.
 */
export const evidenceState = sql<{ checked_at: string; has_findings: boolean } | null>`
  case when v.evidence_checked_at is not null then json_build_object('checked_at', ${isoUtc(sql`v.evidence_checked_at`)},
    'has_findings', exists (select from evidence_findings f where f.verification_id = v.id)) end`;

/**
 * Lists the findings, the worst first and the dismissed ones last. Runs as a separate statement, because few
 * verifications have findings. A subquery took half of the time of the statement that reads the verification.
 */
export async function listFindings(db: Db, id: number): Promise<FindingRecord[]> {
  const { rows } = await sql<FindingRecord>`
    select ${prepared} f.check_id as "check", f.version, f.level, f.sentence, f.measured, ${findingPhotos} as photos,
      ${findingCases} as cases, coalesce((f.details -> 'moreCases')::int, 0) as more_cases,
      coalesce(f.details -> 'places', '[]') as places, coalesce(f.details -> 'times', '[]') as times, f.found_at,
      case when f.dismissed_by is not null then json_build_object('by', dismisser.name,
        'at', ${isoUtc(sql`f.dismissed_at`)}, 'because', f.dismissed_because, 'note', f.dismissal_note) end as dismissed
    from evidence_findings f join verifications v on v.id = f.verification_id join applicants own on own.id = v.applicant_id
      left join users dismisser on dismisser.id = f.dismissed_by
    where f.verification_id = ${id}
    order by f.dismissed_by is not null, array_position(array['serious', 'look', 'note'], f.level), f.check_id`.execute(
    db,
  );
  return rows;
}

/** Whether the checks must run on a verification `v`: they are due, and all photos have arrived. */
export const evidenceDue = sql<boolean>`v.evidence_due and v.photos_expected <= v.image_count`;

/**
 * The worst level of the findings of a verification `v` that were not dismissed; null if there are none. A
 * single note also gives null, because a note is important only together with another finding. Several notes
 * give `look`.
 */
const worstLevel = sql<EvidenceLevel | null>`(
  select case when bool_or(f.level = 'serious') then 'serious' when bool_or(f.level = 'look') or count(*) > 1 then 'look' end
  from evidence_findings f where f.verification_id = v.id and f.dismissed_by is null)`;

/** The urgency of a verification `v`: 3 if the worst level is serious, 2 if it is look, otherwise 0. */
export const urgency = sql<number>`coalesce(array_position(array['note', 'look', 'serious'], ${worstLevel}), 0)`;

/** The worst level of a pending verification `v`; always null for a decided verification. */
export const levelOfPending = sql<EvidenceLevel | null>`case when v.admin_decision = 'pending' then ${worstLevel} end`;
