import { type NotNull, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { reportedTimes } from '../../domain/clock/reported-times.ts';
import {
  type AskedApplication,
  verificationsOf,
} from '../../domain/verifications-of-application.ts';
import { serverTime } from '../../domain/visits/server-time.ts';
import {
  earlierSignature,
  type SignatureRecord,
  signatureOf,
} from '../../domain/visits/signature-rows.ts';
import { earlierAnswers, joinedVisit } from '../../domain/visits/visit-of-verification.ts';

export type ReportedVerification = NonNullable<
  Awaited<ReturnType<typeof findReportedVerification>>
>;

/**
 * Whether two people made the same decision on a verification `v`, and the lender of its applicant `a`
 * wants that printed. A super admin who settled a difference in favour of their own decision doesn't count
 * as a second person.
 */
const reviewedByTwo = sql<boolean>`v.second_look in ('agreed', 'settled') and exists (
  select from second_looks s where s.verification_id = v.id and s.ended_at is null and (s.state = 'agreed'
    or s.settled_by <> case s.settled_decision when s.first_decision then s.first_by else s.second_by end)
) and exists (
  select from lender_portfolios p join lenders l on l.id = p.lender_id
  where p.portfolio_name = a.portfolio_name and l.report_second_look)`;

const layoutOfLender = sql<number | null>`(
  select y.id from report_layouts y join lenders l on l.id = y.lender_id and l.deleted_at is null
  join lender_portfolios p on p.lender_id = l.id
  where p.portfolio_name = a.portfolio_name and y.ended_at is null)`;

function selectCases(db: Db) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .innerJoin('users as agent', 'agent.id', 'v.agent_id')
    .leftJoin('visits as n', 'n.id', 'v.visit_id')
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
      'v.checked_parts',
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
      joinedVisit.outcome.as('outcome'),
      joinedVisit.visitedAt.as('visited_at'),
      joinedVisit.facts.as('facts'),
      earlierAnswers.as('earlier_answers'),
      sql<SignatureRecord | null>`coalesce(${signatureOf(sql`v.visit_id`)}, ${earlierSignature})`.as(
        'signature_answer',
      ),
      reportedTimes.as('times'),
      reviewedByTwo.as('reviewed_by_two'),
      layoutOfLender.as('layout_id'),
    ]);
}

export function findReportedVerification(db: Db, verificationId: number) {
  return selectCases(db).where('v.id', '=', verificationId).executeTakeFirst();
}

export function listReported(db: Db, asked: AskedApplication) {
  return selectCases(db)
    .where('v.id', 'in', verificationsOf(db, asked))
    .orderBy('v.id', 'desc')
    .execute();
}

export type VerificationPhoto = Awaited<ReturnType<typeof listVerificationPhotos>>[number];

/** Leaves out photos of attempts and held visits, because these visits have no verification and no report. */
function selectPhotos(db: Db) {
  return (
    db
      .selectFrom('photos')
      .leftJoin('visits as n', 'n.id', 'photos.visit_id')
      .where('verification_id', 'is not', null)
      .select(['photos.id', 'photos.latitude', 'photos.longitude'])
      .select(['verification_id', 'sha256', 'kind', 'width', 'height', 'shows'])
      // Prefers `captured_at` on the server's clock. `taken_at` (from the file) is by the phone's clock.
      .select(({ fn }) =>
        fn.coalesce(serverTime('photos.captured_at', 'n'), 'photos.taken_at').as('taken_at'),
      )
      .$narrowType<{ verification_id: NotNull }>()
  );
}

export function listVerificationPhotos(db: Db, verificationId: number) {
  return selectPhotos(db)
    .where('verification_id', '=', verificationId)
    .orderBy('position')
    .execute();
}

export function listPhotosSince(db: Db, verificationId: number, version: number) {
  return selectPhotos(db)
    .where('verification_id', '=', verificationId)
    .where(
      // `stored_at` is the time at which the photo was stored; in the demo, the time of the submission.
      sql<boolean>`exists (select from photo_hashes h join reports r on h.stored_at > r.created_at
        where h.photo_id = photos.id and r.verification_id = ${verificationId} and r.version = ${version}
          and photos.id <> all(r.photo_ids))`,
    )
    .orderBy('position')
    .execute();
}

/** Returns the photos in any order. Unknown ids are left out. */
export function findVerificationPhotos(db: Db, ids: string[]) {
  return selectPhotos(db).where('photos.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

export async function lockReported(db: Db, id: number): Promise<void> {
  await db.selectFrom('verifications').select('id').where('id', '=', id).forUpdate().execute();
}
