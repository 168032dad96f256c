import { type NotNull, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { checkedParts } from '../../domain/evidence-rows.ts';
import { type AskedApplication, verificationsOf } from '../../domain/verifications-of.ts';
import { serverTime } from '../../domain/visits/server-time.ts';
import {
  earlierAnswers,
  facts,
  outcome,
  visitedAt,
} from '../../domain/visits/visit-of-verification.ts';

export type Case = NonNullable<Awaited<ReturnType<typeof findReportCase>>>;

/** Verifications with what a report says of them. */
function selectCases(db: Db) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .innerJoin('users as agent', 'agent.id', 'v.agent_id')
    .select([
      'v.id',
      'v.applicant_id',
      'v.overall_observation',
      'v.admin_decision',
      'v.neighbour1_name',
      'v.neighbour1_address',
      'v.neighbour1_feedback',
      'v.remark',
      'v.verification_address',
      'v.latitude',
      'v.longitude',
      'v.submitted_at',
      'v.tries',
      'a.application_id',
      'a.applicant_name',
      'a.applicant_type',
      'a.portfolio_name',
      'a.visit_type',
      'a.mobile_number',
      'a.address',
      'agent.name as agent_name',
    ])
    .select([
      outcome.as('outcome'),
      visitedAt.as('visited_at'),
      facts.as('facts'),
      earlierAnswers.as('earlier_answers'),
      checkedParts().as('checked_parts'),
    ]);
}

export function findReportCase(db: Db, verificationId: number) {
  return selectCases(db).where('v.id', '=', verificationId).executeTakeFirst();
}

/** The cases of an application, the latest first. */
export function listCases(db: Db, asked: AskedApplication) {
  return selectCases(db)
    .where('v.id', 'in', verificationsOf(db, asked))
    .orderBy('v.id', 'desc')
    .execute();
}

export type CasePhoto = Awaited<ReturnType<typeof listCasePhotos>>[number];

/** Photos of verifications; those of attempts and of held visits are in no report. */
function selectPhotos(db: Db) {
  return (
    db
      .selectFrom('photos')
      .leftJoin('visits as n', 'n.id', 'photos.visit_id')
      .where('verification_id', 'is not', null)
      .select(['photos.id', 'photos.latitude', 'photos.longitude'])
      .select(['verification_id', 'sha256', 'kind', 'width', 'height', 'shows'])
      // The agent's app writes its phone's time into the file as well.
      .select(({ fn }) =>
        fn.coalesce(serverTime('photos.captured_at', 'n'), 'photos.taken_at').as('taken_at'),
      )
      .$narrowType<{ verification_id: NotNull }>()
  );
}

/** All photos of a verification, in the order they were sent. */
export function listCasePhotos(db: Db, verificationId: number) {
  return selectPhotos(db)
    .where('verification_id', '=', verificationId)
    .orderBy('position')
    .execute();
}

/** Those that arrived after a version of the verification's report was made. */
export function listPhotosSince(db: Db, verificationId: number, version: number) {
  return selectPhotos(db)
    .where('verification_id', '=', verificationId)
    .where(
      // What a photo looks like is stored with it, or has its visit's time.
      sql<boolean>`exists (select from photo_hashes h join reports r on h.stored_at > r.created_at
        where h.photo_id = photos.id and r.verification_id = ${verificationId} and r.version = ${version}
          and photos.id <> all(r.photo_ids))`,
    )
    .orderBy('position')
    .execute();
}

/** The photos of these ids that exist, in any order. */
export function findCasePhotos(db: Db, ids: string[]) {
  return selectPhotos(db).where('photos.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

export async function lockCase(db: Db, id: number): Promise<void> {
  await db.selectFrom('verifications').select('id').where('id', '=', id).forUpdate().execute();
}
