import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { lockActiveAgents } from '../../../domain/users/agent-locks.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { conflict, orNotFound, rejectAnonymised, rejectOutdated } from '../../../problems.ts';
import { findVerification, lockForSendBack, type SendBack, sendBack } from './send-back-store.ts';

/**
 * The number of send-backs of an applicant after which an admin must choose another agent. A super admin
 * can still choose the same agent.
 */
const timesToTheSame = 2;

interface Wanted extends SendBack {
  id: number;
  /** The agent to send. The default is the agent who visited. */
  agent_id?: number | undefined;
  /** The verification's `updated_at` when the admin read the verification. */
  updated_at?: string | undefined;
}

/**
 * Sends an agent to the applicant of a verification again. The verification keeps its photos and decision.
 */
export function sendBackTo(
  db: Kysely<Database>,
  actor: Actor,
  admin: SignedIn,
  { id, agent_id: wanted, updated_at: seen, ...why }: Wanted,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const visitor = orNotFound(await findVerification(trx, id), 'Verification');
    const agentId = wanted ?? visitor.agent_id;
    // Locks agents before applicants. The deletion of an agent uses the same order, because the opposite
    // order could cause a deadlock.
    const active = await lockActiveAgents(trx, [agentId]);
    const { applicant_id, applicant_name, status, assigned_agent_id, ...verification } =
      await lockForSendBack(trx, id);

    rejectAnonymised(verification.anonymised_at);
    if (!verification.is_latest) {
      throw conflict(
        `${applicant_name} has been visited again since. Open the latest verification.`,
        'not_latest',
      );
    }
    if (status !== 'visited' && status !== 'submitted') {
      throw conflict(
        `${applicant_name} is already ${status === 'assigned' ? 'being visited again' : 'waiting for an agent'}.`,
        'visit_ordered',
      );
    }
    rejectOutdated(seen, verification.decided_at ?? verification.submitted_at, applicant_name);
    if (!active.has(agentId)) {
      throw conflict(
        wanted === undefined
          ? `${visitor.agent} is no longer active. Choose another agent.`
          : 'This agent is not active. Choose another agent.',
        'agent_inactive',
      );
    }
    const isAnother = agentId !== visitor.agent_id;
    if (verification.times_before >= timesToTheSame && !isAnother && !admin.isSuperadmin) {
      throw conflict(
        `${applicant_name} was sent back ${verification.times_before} times. Choose another agent, or ask a super admin.`,
        'third_send_back',
      );
    }

    await sendBack(trx, { id, applicantId: applicant_id, agentId, byId: admin.id }, why);
    await recordAudits(trx, actor, [
      {
        event: 'verification.send_back',
        subjectId: id,
        // The note is stored only in the row of the send-back, because a copy in the audit could never be
        // deleted.
        after: { reasons: why.reasons, photos_wanted: why.photos_wanted },
      },
      {
        event: 'applicant.send_back',
        subjectId: applicant_id,
        before: { assigned_agent_id, status },
        after: { assigned_agent_id: agentId, status: 'assigned' },
      },
    ]);
  });
}
