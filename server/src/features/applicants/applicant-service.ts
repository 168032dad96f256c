import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Database } from '../../db/schema.ts';
import { conflict, invalid, notFound, refuseAnonymised, refuseOutdated } from '../../problems.ts';
import type { StoredApplicant } from './applicant-rows.ts';
import {
  findApplicant,
  hasVerification,
  hasVisit,
  hideApplicant,
  lockApplicant,
  lockForAssignment,
  setAgent,
} from './applicant-store.ts';

/** The agent to assign: the full name of an active agent, and the id that distinguishes namesakes. */
interface Choice {
  assigned_agent_name: string;
  assigned_agent_id?: number | undefined;
  /** The applicant's, when the caller read it. */
  updated_at?: string | undefined;
}

/**
 * Assigns the agent of a name. Another agent than the one who visited is ordered to visit again;
 * the agent who already has the applicant changes nothing.
 */
export function assignAgentByName(
  db: Kysely<Database>,
  actor: Actor,
  applicantId: number,
  choice: Choice,
): Promise<StoredApplicant> {
  return db.transaction().execute(async (trx) => {
    const { applicant, agentIds } = await lockForAssignment(
      trx,
      applicantId,
      choice.assigned_agent_name,
    );
    if (!applicant) throw notFound('Applicant');
    refuseAnonymised(applicant.anonymised_at);
    const agentId = pickAgent(agentIds, choice);
    if (agentId === applicant.assigned_agent_id) {
      const unchanged = await findApplicant(trx, applicantId);
      if (!unchanged) throw notFound('Applicant');
      return unchanged;
    }
    refuseOutdated(choice.updated_at, applicant.updated_at, applicant.applicant_name);
    return setAgent(trx, actor, applicant, agentId);
  });
}

function pickAgent(namesakes: number[], choice: Choice): number {
  const { assigned_agent_name: name, assigned_agent_id: id } = choice;
  const [first, ...others] = namesakes;
  if (first === undefined) {
    throw invalid({ assigned_agent_name: [`No active agent is named ${name}.`] });
  }
  if (id === undefined && others.length > 0) {
    throw conflict(
      `${namesakes.length} active agents are named ${name}. Choose one by the phone number.`,
      'several_agents',
    );
  }
  if (id !== undefined && !namesakes.includes(id)) {
    throw invalid({ assigned_agent_id: [`Agent ${id} is not an active agent named ${name}.`] });
  }
  return id ?? first;
}

/** Hides an applicant for good; one that was visited, even in vain, stays: the visit refers to it. */
export function removeApplicant(
  db: Kysely<Database>,
  actor: Actor,
  applicantId: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const applicant = await lockApplicant(trx, applicantId);
    if (!applicant) throw notFound('Applicant');
    if (await hasVerification(trx, applicantId)) {
      throw conflict(
        'This applicant has a verification and cannot be deleted.',
        'has_verification',
      );
    }
    if (await hasVisit(trx, applicantId)) {
      throw conflict('This applicant was visited and cannot be deleted.', 'has_visit');
    }
    await hideApplicant(trx, applicantId);
    const { status, assigned_agent_id } = applicant;
    await recordAudit(trx, actor, {
      action: 'delete',
      subject: 'applicant',
      subjectId: applicantId,
      // Name and number stay in their row: in the audit they would outlive it.
      before: { status, assigned_agent_id },
      after: null,
    });
  });
}
