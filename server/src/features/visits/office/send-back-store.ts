import type { ApplicantStatus } from '@doorstep/contract/applicants';
import type { SendBackReason } from '@doorstep/contract/visits/office';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** Whose visit a verification stands on, which never changes. */
export function findVerification(db: Db, id: number) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('users as agent', 'agent.id', 'v.agent_id')
    .select(['v.agent_id', 'agent.name as agent'])
    .where('v.id', '=', id)
    .executeTakeFirst();
}

/** A verification with its applicant, both held against every other change until the transaction ends. */
export async function lockForSendBack(db: Db, id: number) {
  // By itself: what is read in the same statement may be older than the visit that it waited for.
  await db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select('v.id')
    .where('v.id', '=', id)
    .forUpdate(['a', 'v'])
    .execute();
  return db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select(['v.submitted_at', 'v.decided_at', 'v.sent_back_at'])
    .select([
      'a.id as applicant_id',
      'a.applicant_name',
      'a.assigned_agent_id',
      'a.anonymised_at',
      sql<ApplicantStatus>`a.status`.as('status'),
    ])
    .select(
      sql<boolean>`v.id = (select max(id) from verifications where applicant_id = v.applicant_id)`.as(
        'is_latest',
      ),
    )
    .select(
      sql<number>`(select count(*) from send_backs s join verifications o on o.id = s.verification_id
        where o.applicant_id = v.applicant_id)`.as('times_before'),
    )
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
}

export interface SendBack {
  reasons: SendBackReason[];
  note: string;
  photos_wanted: string[];
}

/** Marks a verification as sent back and gives its applicant to an agent again. */
export async function sendBack(
  db: Db,
  { id, applicantId, agentId, byId }: Record<'id' | 'applicantId' | 'agentId' | 'byId', number>,
  why: SendBack,
): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ sent_back_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('send_backs')
    .values({ ...why, verification_id: id, by_id: byId })
    .execute();
  await db
    .updateTable('applicants')
    .set({ status: 'assigned', assigned_agent_id: agentId, updated_at: sql<string>`now()` })
    .where('id', '=', applicantId)
    .execute();
}
