import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/database-errors.ts';
import type { Database } from '../../../db/schema.ts';
import { lockAgents } from '../../../domain/users/agent-locks.ts';
import { countTries } from '../../../domain/visits/count-tries.ts';
import { countVisit } from '../../../domain/visits/count-visit.ts';
import { lockVisitedApplicant } from '../../../domain/visits/visit-locks.ts';
import { conflict, notFound, orNotFound, rejectAnonymised } from '../../../problems.ts';
import {
  changeApplicant,
  findVisitPeople,
  lockHeldVisit,
  settleVisit,
} from './held-visit-store.ts';

interface Settling {
  id: string;
  adminId: number;
  note: string;
}

type Locked = Awaited<ReturnType<typeof lockWithApplicant>>;

/** Applies a held visit. Returns the id of the visit's verification, or null for an attempt. */
export function useVisit(
  db: Kysely<Database>,
  actor: Actor,
  settling: Settling,
): Promise<number | null> {
  const { adminId, note } = settling;
  return db.transaction().execute(async (trx) => {
    const locked = await lockWithApplicant(trx, settling.id);
    const { visit, applicant, agentId } = locked;
    if (isSettled(locked, 'counted', adminId)) return visit.verification_id;
    rejectAnonymised(applicant.anonymised_at);

    const isRestored = applicant.deleted_at !== null;
    const isLeft = !visit.is_final && applicant.status === 'assigned' && !locked.isAgentThere;
    const after = {
      ...(visit.is_final && { status: 'visited' as const, assigned_agent_id: agentId }),
      ...(isRestored && { deleted_at: null }),
      // A restored applicant becomes pending if its agent no longer exists.
      ...(isRestored && isLeft && { status: 'pending' as const, assigned_agent_id: null }),
    };
    await changeApplicant(trx, applicant.id, after).catch((error: unknown) => {
      throw violatedConstraint(error) === 'applicants_contact_point'
        ? conflict(
            `${applicant.applicant_name} was deleted, and application ${applicant.application_id} has been uploaded again since. Set this visit aside, or delete the newer record first.`,
            'contact_point_taken',
          )
        : error;
    });
    await settleVisit(trx, visit.id, { standing: 'counted', adminId, note });
    const { status, assigned_agent_id, deleted_at } = applicant;
    await recordAudit(trx, actor, 'applicant.use_visit', applicant.id, {
      before: { status, assigned_agent_id, ...(isRestored && { deleted_at }) },
      after: { status, assigned_agent_id, ...after, visit_id: visit.id },
    });
    if (visit.is_final) {
      return countVisit(trx, actor, visit.id, { id: applicant.id, status: 'visited' });
    }
    await countTries(trx, applicant.id);
    return null;
  });
}

export function setVisitAside(
  db: Kysely<Database>,
  actor: Actor,
  settling: Settling,
): Promise<void> {
  const { adminId, note } = settling;
  return db.transaction().execute(async (trx) => {
    const locked = await lockWithApplicant(trx, settling.id);
    const { visit, applicant } = locked;
    if (isSettled(locked, 'set_aside', adminId)) return;
    await settleVisit(trx, visit.id, { standing: 'set_aside', adminId, note });
    await recordAudit(trx, actor, 'applicant.set_visit_aside', applicant.id, {
      // The note is stored only in the visit's row, because a copy in the audit could never be deleted.
      after: { visit_id: visit.id, held_because: visit.held_because },
    });
  });
}

/**
 * Locks the agent of a held visit and the agent who has the task, then the applicant, then the visit.
 * Recording a visit uses the same order, because a different order could cause a deadlock.
 */
async function lockWithApplicant(db: Db, id: string) {
  const found = orNotFound(await findVisitPeople(db, id), 'Visit');
  const { agent_id, assigned_agent_id } = found;
  const there = await lockAgents(db, [agent_id, assigned_agent_id ?? agent_id]);
  const applicant = orNotFound(await lockVisitedApplicant(db, found.applicant_id), 'Applicant');
  return {
    visit: await lockHeldVisit(db, id),
    applicant,
    agentId: agent_id,
    // Whether the agent who has the task still exists, because using the visit may restore the applicant.
    isAgentThere: assigned_agent_id !== null && there.has(assigned_agent_id),
  };
}

const settledAs = { counted: 'used', set_aside: 'set aside', held: '' };

/**
 * Whether the request is a retry, because this admin already settled the visit in this way. Throws a 409 if
 * the visit was settled by another admin or in a different way.
 */
function isSettled({ visit }: Locked, wanted: 'counted' | 'set_aside', adminId: number): boolean {
  const { standing, resolved_by, settler } = visit;
  if (standing === 'held') return false;
  if (resolved_by === null) throw notFound('Held visit');
  if (standing === wanted && resolved_by === adminId) return true;
  const who = resolved_by === adminId ? 'You' : settler;
  throw conflict(`${who} already ${settledAs[standing]} this visit.`, 'already_settled');
}
