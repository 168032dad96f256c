import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { SendBackReason } from '@doorstep/contract/visits/send-back';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { updateRow } from '../../../db/update-row.ts';

/** The agent of a verification never changes, so no lock is needed. */
export function findVerification(db: Db, id: number) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('users as agent', 'agent.id', 'v.agent_id')
    .select(['v.agent_id', 'agent.name as agent'])
    .where('v.id', '=', id)
    .executeTakeFirst();
}

export async function lockForSendBack(db: Db, id: number) {
  // Reads the values in a second statement. Subqueries of the locking statement don't see changes that were
  // committed while that statement waited for the lock.
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
    .select(['v.submitted_at', 'v.decided_at', 'v.sent_back_at', 'v.admin_decision'])
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

/** The applicant's values before a send-back, from the audit. */
export interface Replaced {
  assigned_agent_id: number;
  status: ApplicantStatus;
}

/** Finds the latest send-back. `agent_before` is the agent that the applicant had before the send-back. */
export async function findSendBack(db: Db, id: number) {
  return db
    .selectFrom('send_backs as s')
    .innerJoin('verifications as v', 'v.id', 's.verification_id')
    .select(['s.id', 's.by_id', 's.at', 's.reasons', 's.photos_wanted'])
    .select(
      sql<number | null>`(select (before ->> 'assigned_agent_id')::bigint from audit
        where subject = 'applicant' and subject_id = v.applicant_id and action = 'send_back' order by id desc limit 1)`.as(
        'agent_before',
      ),
    )
    .where('v.id', '=', id)
    .where('v.sent_back_at', 'is not', null)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deletes an applicant's current assignment unless the agent's phone has fetched the task. Returns whether
 * the assignment was deleted.
 */
export async function withdrawAssignment(db: Db, applicantId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from assignments s using applicants a where a.id = ${applicantId} and s.applicant_id = a.id
      and s.version = a.assignment_version and s.fetched_at is null returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteSendBack(
  db: Db,
  { id, verificationId, applicantId }: Record<'id' | 'verificationId' | 'applicantId', number>,
  replaced: Replaced,
): Promise<void> {
  await db.deleteFrom('send_backs').where('id', '=', id).execute();
  await updateRow(db, 'verifications', verificationId, { sent_back_at: null });
  await updateRow(db, 'applicants', applicantId, { ...replaced, updated_at: sql<string>`now()` });
}

export interface SendBack {
  reasons: SendBackReason[];
  note: string;
  photos_wanted: string[];
}

export async function sendBack(
  db: Db,
  { id, applicantId, agentId, byId }: Record<'id' | 'applicantId' | 'agentId' | 'byId', number>,
  why: SendBack,
): Promise<void> {
  await updateRow(db, 'verifications', id, { sent_back_at: sql<string>`now()` });
  await db
    .insertInto('send_backs')
    .values({ ...why, verification_id: id, by_id: byId })
    .execute();
  await updateRow(db, 'applicants', applicantId, {
    status: 'assigned',
    assigned_agent_id: agentId,
    updated_at: sql<string>`now()`,
  });
}
