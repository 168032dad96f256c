import type {
  ManyAssigned,
  ManyToAssign,
  SkipReason,
} from '@doorstep/contract/applicants/assign-many';
import { limits } from '@doorstep/contract/limits';
import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { lockActiveAgents } from '../../../domain/agent-locks.ts';
import { conflict, invalid, Problem } from '../../../problems.ts';
import { findApplicantIds } from '../applicant-list-store.ts';
import { findCandidates, findWanted, lockUnassigned, setAgents } from './assign-many-store.ts';
import { inSteps, saved } from './in-steps.ts';
import { shareOut } from './share-out.ts';

/** With the time zone of a filter's days. */
type Wanted = ManyToAssign & { timeZone: string };

/**
 * Gives applicants without an agent to agents, in steps that are done whole or not at all. Who has an agent by then, or
 * whose agent left, is skipped: a colleague's assignment is never replaced.
 */
export async function assignToMany(
  db: Kysely<Database>,
  actor: Actor,
  wanted: Wanted,
  request: IdempotentRequest | undefined,
): Promise<ManyAssigned> {
  if (wanted.dry_run) return planAssignment(db, wanted, limits.previewedAtOnce);
  // Repeated, the request follows the plan of its first time: what is done by then may no longer match the filter.
  const plan = await saved(db, request, () => planAssignment(db, wanted, limits.assignedAtOnce));
  const given = plan.shares.flatMap(({ agent_id, ids }) => ids.map((id) => ({ id, agent_id })));
  const skipped = await inSteps(
    db,
    request,
    given.toSorted((a, b) => a.id - b.id),
    (trx, step) => assignStep(trx, actor, step),
  );
  const left = new Set(skipped.map(({ id }) => id));
  return {
    shares: plan.shares.map((share) => ({
      ...share,
      ids: share.ids.filter((id) => !left.has(id)),
    })),
    skipped: [...plan.skipped, ...skipped],
  };
}

/** A preview: which agent would get which applicants. */
async function planAssignment(
  db: Kysely<Database>,
  wanted: Wanted,
  most: number,
): Promise<ManyAssigned> {
  const agents = await findAgents(db, wanted.plan);
  const ids = wanted.ids ? [...new Set(wanted.ids)] : await findMatching(db, wanted, most);
  const found = await findWanted(db, ids);
  const unassigned = found.filter(({ status }) => status === 'pending');
  const shares = shareOut(unassigned, agents);
  if (shares.flat().length < unassigned.length) {
    throw invalid({ plan: [`The shares add up to less than ${unassigned.length}.`] });
  }
  return {
    shares: agents.map(({ id, name, open }, index) => ({
      agent_id: id,
      agent_name: name,
      open,
      ids: shares[index] ?? [],
    })),
    skipped: skippedOf(ids, found),
  };
}

/** The agents of a plan, in its order. One who left is rejected unless they were promised a number. */
async function findAgents(db: Db, plan: ManyToAssign['plan']) {
  const found = await findCandidates(
    db,
    plan.map(({ agent_id }) => agent_id),
  );
  return plan.map(({ agent_id, count }) => {
    const agent = found.find(({ id }) => id === agent_id);
    if (!agent) throw invalid({ plan: [`There is no agent ${agent_id}.`] });
    if (!agent.is_active && count === undefined) {
      throw invalid({ plan: [`${agent.name} is not an active agent.`] });
    }
    const open = [...agent.pins.values()].reduce((sum, tasks) => sum + tasks, 0);
    return { ...agent, open, count };
  });
}

/** The ids that the filter finds, if they are as many as the caller was shown. */
async function findMatching(
  db: Kysely<Database>,
  { filter = {}, expected_count, timeZone }: Wanted,
  most: number,
): Promise<number[]> {
  const { ids, count } = await findApplicantIds(db, filter, most, timeZone);
  if (count !== expected_count) {
    throw new Problem(409, `The number has changed: ${count} match now.`, {
      code: 'count_changed',
      count,
    });
  }
  if (count > most)
    throw conflict(`At most ${most} applicants can be assigned in one request.`, 'too_many');
  return ids;
}

async function assignStep(
  db: Db,
  actor: Actor,
  step: readonly { id: number; agent_id: number }[],
): Promise<ManyAssigned['skipped']> {
  // Agents before applicants, and each by number: the order in which everyone locks them.
  const active = await lockActiveAgents(db, [...new Set(step.map(({ agent_id }) => agent_id))]);
  const theirs = step.filter(({ agent_id }) => active.has(agent_id));
  const free = await lockUnassigned(
    db,
    theirs.map(({ id }) => id),
  );
  const given = theirs.filter(({ id }) => free.has(id));
  if (given.length > 0) await setAgents(db, given);
  await recordAudits(
    db,
    actor,
    given.map(({ id, agent_id }) => ({
      action: 'assign',
      subject: 'applicant',
      subjectId: id,
      before: { assigned_agent_id: null, status: 'pending' },
      after: { assigned_agent_id: agent_id, status: 'assigned' },
    })),
  );
  const left = step.filter(({ id }) => !free.has(id)).map(({ id }) => id);
  const reasons = skippedOf(left, left.length > 0 ? await findWanted(db, left) : []);
  return left.map(
    (id) => reasons.find((one) => one.id === id) ?? { id, because: 'agent_inactive' },
  );
}

/** Those that have an agent, were visited or are gone. */
function skippedOf(
  ids: readonly number[],
  found: readonly { id: number; status: string }[],
): ManyAssigned['skipped'] {
  const statusOf = new Map(found.map(({ id, status }) => [id, status]));
  return ids.flatMap((id) => {
    const because = reasonOf(statusOf.get(id));
    return because ? [{ id, because }] : [];
  });
}

function reasonOf(status: string | undefined): SkipReason | undefined {
  if (status === undefined) return 'deleted';
  if (status === 'pending') return undefined;
  return status === 'assigned' ? 'already_assigned' : 'visited';
}
