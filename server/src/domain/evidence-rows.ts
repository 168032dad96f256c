import type { EvidenceLevel, EvidencePart } from '@doorstep/contract/evidence/checks';
import type { Evidence, Finding } from '@doorstep/contract/evidence/findings';
import { sql } from 'kysely';
import { type Db, prepared } from '../db/connection.ts';
import { isoUtc } from '../db/moments.ts';
import { type PhotoRecord, photoRecord } from './photo-rows.ts';
import { india } from './pins/india.ts';
import { shippedPins } from './pins/pin-table.ts';
import { arrivedAt } from './visits/server-time.ts';

/** The columns of a finding; its photos' links are signed when it is shown. */
type FindingRecord = Omit<Finding, 'photos'> & {
  photos: {
    photo_id: string;
    other: { photo: PhotoRecord; of: Finding['cases'][number] } | null;
  }[];
};
export type EvidenceRecord = Omit<Evidence, 'findings'> & { findings: FindingRecord[] };

/** A verification `ov` as it is next to a finding of another. */
const otherCase = sql`(
  select json_build_object('verification_id', ov.id, 'application_id', oa.application_id, 'applicant', oa.applicant_name,
    'address', oa.address, 'portfolio_name', oa.portfolio_name, 'agent', agent.name, 'at', ${isoUtc(sql`
      coalesce(${arrivedAt('n')}, ov.submitted_at)`)})
  from applicants oa join users agent on agent.id = ov.agent_id left join visits n on n.id = ov.visit_id
  where oa.id = ov.applicant_id)`;

const photosBeside = sql`coalesce((
  select json_agg(json_build_object('photo_id', pair ->> 'photoId', 'other', (
    select json_build_object('photo', ${photoRecord}, 'of', ${otherCase})
    from photos p join verifications ov on ov.id = p.verification_id left join visits taken on taken.id = p.visit_id
    where p.id = (pair ->> 'otherPhotoId')::uuid)))
  from jsonb_array_elements(f.beside -> 'photos') as pair), '[]')`;

const casesBeside = sql`coalesce((
  select json_agg(${otherCase} order by ov.id) from verifications ov
  where ov.id in (select jsonb_array_elements_text(f.beside -> 'cases')::bigint)), '[]')`;

/** When the checks ran on a verification `v`, and whether they found something; null before any has run. */
export const evidenceState = sql<{ checked_at: string; has_findings: boolean } | null>`
  case when v.evidence_checked_at is not null then json_build_object('checked_at', ${isoUtc(sql`v.evidence_checked_at`)},
    'has_findings', exists (select from evidence_findings f where f.verification_id = v.id)) end`;

/**
 * What the checks found of a verification: worst first, dismissed ones last. A statement of its own, for the few with findings:
 * as a part of the verification's own it took half of the time of all.
 */
export async function listFindings(db: Db, id: number): Promise<FindingRecord[]> {
  const { rows } = await sql<FindingRecord>`
    select ${prepared} f.check_id as "check", f.version, f.level, f.sentence, f.measured, ${photosBeside} as photos,
      ${casesBeside} as cases, coalesce((f.beside -> 'moreCases')::int, 0) as more_cases,
      coalesce(f.beside -> 'places', '[]') as places, coalesce(f.beside -> 'times', '[]') as times, f.found_at,
      case when f.dismissed_by is not null then json_build_object('by', dismisser.name,
        'at', ${isoUtc(sql`f.dismissed_at`)}, 'because', f.dismissed_because, 'note', f.dismissal_note) end as dismissed
    from evidence_findings f left join users dismisser on dismisser.id = f.dismissed_by
    where f.verification_id = ${id}
    order by f.dismissed_by is not null, array_position(array['serious', 'look', 'note'], f.level), f.check_id`.execute(
    db,
  );
  return rows;
}

/** Whether the checks are about to look at a verification `v`: it is due, and its photos are all there. */
export const evidenceDue = sql<boolean>`v.evidence_due and v.photos_expected <= v.image_count`;

/**
 * The worst that nobody dismissed of a verification `v`; null where nothing counts. A note counts only together with another
 * finding.
 */
const worstLevel = sql<EvidenceLevel | null>`(
  select case when bool_or(f.level = 'serious') then 'serious' when bool_or(f.level = 'look') or count(*) > 1 then 'look' end
  from evidence_findings f where f.verification_id = v.id and f.dismissed_by is null)`;

/** How much a verification `v` asks to be looked at: 3 serious, 2 look, 0 nothing that counts. */
export const urgency = sql<number>`coalesce(array_position(array['note', 'look', 'serious'], ${worstLevel}), 0)`;

/** The same in words, of a verification that is pending; null of others. */
export const levelOfPending = sql<EvidenceLevel | null>`case when v.admin_decision = 'pending' then ${worstLevel} end`;

/** Metres within which a place is to be known, as the checks come with it: what a report says of them is held to the same. */
export const exactEnough = { districtExactM: 5_000, travelExactM: 200 } as const;

/** The threshold in force. */
const inForce = (name: keyof typeof exactEnough) => sql`coalesce((
  select (changed ->> ${name}::text)::float8 from evidence_thresholds order by version desc limit 1), ${exactEnough[name]}::float8)`;

/** The postal districts of the table that comes with the product, as a literal: as a value, PostgreSQL would read them again for each detail. */
const shippedDistricts = () => sql.lit(`{${[...shippedPins().postalDistricts].join()}}`);

/**
 * Whether a check could hold the place of a verification `v` against its address: it was known well enough, or lies in India where
 * nothing says how well, and the pin code is of a postal district that is known.
 */
const isPlaceJudged = () => sql`v.latitude is not null and v.longitude is not null
  and coalesce((select n.accuracy_m <= ${inForce('districtExactM')} from visits n where n.id = v.visit_id),
    v.latitude between ${india.south}::float8 and ${india.north}::float8
      and v.longitude between ${india.west}::float8 and ${india.east}::float8)
  and exists (select from applicants pa where pa.id = v.applicant_id
    and (left(pa.pin_code, 3) = any(${shippedDistricts()}::text[])
      -- By the range of its six digits, as its key is ordered.
      or exists (select from pin_places own
        where own.pin_code between left(pa.pin_code, 3) || '000' and left(pa.pin_code, 3) || '999')))`;

/** The parts of a verification `v` that the checks could check; null before any has run. */
export const checkedParts = () => sql<
  EvidencePart[] | null
>`case when v.evidence_checked_at is not null then array_remove(array[
  case when ${isPlaceJudged()} then 'place' end,
  case when exists (select from photos p where p.verification_id = v.id
    and coalesce(p.captured_at, p.taken_at) is not null) then 'time' end,
  case when v.latitude is not null and exists (select from visits n where n.id = v.visit_id
    and n.arrived_at is not null and n.accuracy_m <= ${inForce('travelExactM')} and n.clock_offset_ms is not null) then 'travel' end,
  case when exists (select from photos p where p.verification_id = v.id) then 'photos' end], null) end`;
