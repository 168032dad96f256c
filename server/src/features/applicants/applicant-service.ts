import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { conflict, invalid, orNotFound, rejectAnonymised, rejectOutdated } from '../../problems.ts';
import type { StoredApplicant } from './applicant-rows.ts';
import {
  type Choice,
  findApplicant,
  hasVerification,
  hasVisit,
  hideApplicant,
  lockApplicant,
  lockForAssignment,
  setAgent,
} from './applicant-store.ts';

/**
 * Assigns the agent with the chosen name. If the agent already has the applicant, nothing changes. A visited
 * applicant that gets another agent must be visited again.
 */
export async function assignAgentByName(
  db: Kysely<Database>,
  actor: Actor,
  applicantId: number,
  choice: Choice,
): Promise<StoredApplicant> {
  const assigned = await setAgent(db, actor, applicantId, choice);
  return (
    assigned ?? db.transaction().execute((trx) => assignOrExplain(trx, actor, applicantId, choice))
  );
}

/**
 * Throws the reason why the agent could not be assigned. If no reason applies any more, assigns the agent.
 */
async function assignOrExplain(
  trx: Db,
  actor: Actor,
  applicantId: number,
  choice: Choice,
): Promise<StoredApplicant> {
  const { assigned_agent_name: name } = choice;
  const { applicant: found, agentIds } = await lockForAssignment(trx, applicantId, name);
  const applicant = orNotFound(found, 'Applicant');
  rejectAnonymised(applicant.anonymised_at);
  const agentId = pickAgent(agentIds, choice);
  if (agentId !== applicant.assigned_agent_id) {
    rejectOutdated(choice.updated_at, applicant.updated_at, applicant.applicant_name);
  }
  const stored =
    agentId === applicant.assigned_agent_id
      ? await findApplicant(trx, applicantId)
      : await setAgent(trx, actor, applicantId, { ...choice, assigned_agent_id: agentId });
  return orNotFound(stored, 'Applicant');
}

function pickAgent(namesakes: number[], choice: Choice): number {
  const { assigned_agent_name: name, assigned_agent_id: id } = choice;
  const [first, ...others] = namesakes;
  if (first === undefined) {
    throw invalid({ assigned_agent_name: [`No active agent is named ${name}.`] });
  }
  if (id === undefined && others.length > 0) {
    throw conflict(
      `${namesakes.length} active agents are named ${name}. Choose the agent by the phone number.`,
      'several_agents',
    );
  }
  if (id !== undefined && !namesakes.includes(id)) {
    throw invalid({ assigned_agent_id: [`Agent ${id} is not an active agent named ${name}.`] });
  }
  return id ?? first;
}

export function removeApplicant(
  db: Kysely<Database>,
  actor: Actor,
  applicantId: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const applicant = orNotFound(await lockApplicant(trx, applicantId), 'Applicant');
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
    await recordAudit(trx, actor, 'applicant.delete', applicantId, {
      // The audit gets no name and no application number. Retention deletes them from the applicant's row,
      // but can't delete them from the audit.
      before: { status, assigned_agent_id },
      after: null,
    });
  });
}
