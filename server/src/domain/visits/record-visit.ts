import type { HeldReason } from '@doorstep/contract/visits/held';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { conflict, notFound, unauthenticated } from '../../problems.ts';
import { hadTask } from '../applicants.ts';
import { lockActiveUser } from '../users/active-users.ts';
import { lockAgents } from '../users/agent-locks.ts';
import { countTries } from './count-tries.ts';
import { countVisit, type Submitted } from './count-visit.ts';
import { lockVisitedApplicant, type VisitedApplicant } from './visit-locks.ts';
import { addVisit, findVisit, type NewVisit } from './visit-rows.ts';

export interface RecordedVisit {
  standing: 'counted' | 'held' | 'set_aside';
  heldBecause: HeldReason | null;
  /** The verification's id; null unless the visit is final and counts. */
  verificationId: number | null;
  isNew: boolean;
}

/**
 * Records a visit. If a visit with the same id and contents is already recorded, returns the result of that
 * visit. If the visit can't be applied, for example because the task was reassigned, holds the visit until an
 * admin settles it. Never rejects a visit because of the task's state, if the agent ever had the task.
 */
export async function recordVisit(
  db: Db,
  actor: Actor,
  visit: NewVisit,
  submitted?: Submitted,
  /** A reason to hold the visit even if the task is still open. */
  otherwiseHeld: HeldReason | null = null,
): Promise<RecordedVisit> {
  // Locks agents before applicants. All code uses this order, because the opposite order could cause a
  // deadlock. If the agent sends the visit, the agent must be active. If an admin settles the visit, the
  // agent may have left.
  if (actor.id !== visit.agent_id) await lockAgents(db, [visit.agent_id]);
  else if (!(await lockActiveUser(db, visit.agent_id))) throw unauthenticated();
  const applicant = await lockVisitedApplicant(db, visit.applicant_id);
  const earlier = await findVisit(db, visit.id);
  if (earlier) {
    const { agent_id, request_sha256, standing, held_because, verification_id } = earlier;
    if (agent_id !== visit.agent_id || !request_sha256.equals(visit.request_sha256)) {
      throw visitIdTaken();
    }
    return {
      ...{ standing, heldBecause: held_because, verificationId: verification_id },
      isNew: false,
    };
  }
  if (!applicant || !(await hadTask(db, visit.applicant_id, visit.agent_id)))
    throw notFound('Task');

  const heldBecause = (await judge(db, visit, applicant)) ?? otherwiseHeld;
  const standing = heldBecause ? 'held' : 'counted';
  const hasFiles = visit.photos_expected > 0 || Boolean(visit.signature?.file);
  await addVisit(db, visit, heldBecause, submitted !== undefined || !hasFiles);
  if (standing === 'counted' && visit.is_final) {
    const verificationId = await countVisit(db, actor, visit.id, applicant, submitted);
    return { standing, heldBecause, verificationId, isNew: true };
  }
  if (standing === 'counted') await countTries(db, applicant.id);
  await recordAudit(
    db,
    actor,
    heldBecause ? 'applicant.held_visit' : 'applicant.attempt',
    applicant.id,
    {
      after: {
        visit_id: visit.id,
        ...(visit.outcome && { outcome: visit.outcome }),
        ...(heldBecause && { held_because: heldBecause }),
      },
    },
  );
  return { standing, heldBecause, verificationId: null, isNew: true };
}

export const visitIdTaken = () =>
  conflict('This visit id was used for another visit.', 'visit_id_taken');

async function judge(
  db: Db,
  visit: NewVisit,
  applicant: VisitedApplicant,
): Promise<HeldReason | null> {
  if (applicant.deleted_at !== null) return 'applicant_deleted';
  if (!visit.is_final) return null;
  if (applicant.status === 'visited' || applicant.status === 'submitted') return 'already_visited';
  const isTheirs =
    applicant.assigned_agent_id === visit.agent_id && applicant.status === 'assigned';
  if (!isTheirs) return 'reassigned';
  // The applicant may have been visited and sent back after the phone got the assignment. This visit is then
  // not the answer to the send-back.
  return (await wasVisitedSince(db, visit)) ? 'already_visited' : null;
}

async function wasVisitedSince(db: Db, visit: NewVisit): Promise<boolean> {
  if (visit.assignment_version === undefined) return false;
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from verifications where applicant_id = ${visit.applicant_id} and submitted_at >= coalesce(
      (select max(at) from assignments where applicant_id = ${visit.applicant_id} and agent_id = ${visit.agent_id}
        and version <= ${visit.assignment_version}), '-infinity')) as was`.execute(db);
  return rows[0]?.was === true;
}
