import { randomBytes, randomUUID } from 'node:crypto';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { recordVisit } from '../../domain/visits/record-visit.ts';
import type { NewVisit } from '../../domain/visits/visit-rows.ts';
import { changeRows } from '../rows.ts';
import { addApplicant } from '../test-app.ts';

export function visitOf(
  applicantId: number,
  agentId: number,
  more: Partial<NewVisit> = {},
): NewVisit {
  const is_final = more.is_final ?? true;
  return {
    id: randomUUID(),
    applicant_id: applicantId,
    agent_id: agentId,
    outcome: 'met',
    is_final,
    overall_observation: is_final ? 'positive' : null,
    statement: { ...nothingFound, remark: 'Met at home' },
    photos_expected: 0,
    request_sha256: randomBytes(32),
    ...more,
  };
}

export async function sendVisit(db: Kysely<Database>, visit: NewVisit) {
  const actor = { id: visit.agent_id, requestId: null, address: null };
  const recorded = await db.transaction().execute((trx) => recordVisit(trx, actor, visit));
  return { id: visit.id, ...recorded };
}

/** Adds an applicant that the agent has visited. Returns the applicant, and the verification's id. */
export async function addCountedVisit(db: Kysely<Database>, agentId: number) {
  const applicant = await addApplicant(db, { assigned_agent_id: agentId });
  const { verificationId } = await sendVisit(db, visitOf(applicant.id, agentId));
  return { applicant, id: verificationId as number };
}

/** Returns the applicant's verifications, oldest first. */
export const verificationsOf = (db: Kysely<Database>, applicantId: number) =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .execute();

/** Adds a visit that is held, because its applicant was assigned to another agent before it arrived. */
export async function addHeldVisit(
  db: Kysely<Database>,
  agents: { late: number; now: number },
  more: Partial<NewVisit> = {},
) {
  const applicant = await addApplicant(db, { assigned_agent_id: agents.late });
  await changeRows(db, 'applicants', { id: applicant.id }, { assigned_agent_id: agents.now });
  const { id } = await sendVisit(db, visitOf(applicant.id, agents.late, more));
  return { id, applicant };
}
