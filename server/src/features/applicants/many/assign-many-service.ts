import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { limits } from '@doorstep/contract/limits';
import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { lockActiveAgents } from '../../../domain/users/agent-locks.ts';
import { findWanted, lockApplicants, setAgents } from './assign-many-store.ts';
import { isMove, type Planned, planAssignment, type Wanted } from './plan-assignment.ts';
import { reasonToSkip } from './reason-to-skip.ts';
import { getOrSavePlan, runInSteps } from './run-in-steps.ts';

export async function assignToMany(
  db: Kysely<Database>,
  actor: Actor,
  wanted: Wanted,
  request: IdempotentRequest | undefined,
): Promise<ManyAssigned> {
  if (wanted.dry_run) {
    const most = wanted.plan === 'suggest' ? limits.assignedAtOnce : limits.previewedAtOnce;
    return planAssignment(db, wanted, most);
  }
  // A repeated request uses the plan of the first request, because the applicants that the first request
  // assigned may no longer match the filter.
  const plan = await getOrSavePlan(db, request, () =>
    planAssignment(db, wanted, limits.assignedAtOnce),
  );
  const given = plan.shares.flatMap(({ agent_id, ids, revisions }) =>
    ids.map((id, index) => ({ id, agent_id, revision: revisions?.[index] })),
  );
  const skipped = await runInSteps(
    db,
    request,
    given.toSorted((a, b) => a.id - b.id),
    (trx, step) => assignStep(trx, actor, step, isMove(wanted)),
  );
  const left = new Set(skipped.map(({ id }) => id));
  return {
    shares: plan.shares.map(({ revisions: _, ...share }) => ({
      ...share,
      ids: share.ids.filter((id) => !left.has(id)),
    })),
    skipped: [...plan.skipped, ...skipped],
  };
}

async function assignStep(
  db: Db,
  actor: Actor,
  step: readonly Planned[],
  moves: boolean,
): Promise<ManyAssigned['skipped']> {
  // Locks the agents first and then the applicants, each in the order of the ids. All code uses this order,
  // because a different order could cause a deadlock.
  const agents = [...new Set(step.flatMap(({ agent_id }) => agent_id ?? []))];
  const active = await lockActiveAgents(db, agents);
  const ids = step.map(({ id }) => id);
  await lockApplicants(db, ids);
  // Reads the rows in a separate statement, because a statement that waits for a lock sees the state before
  // the wait.
  const found = new Map((await findWanted(db, ids)).map((row) => [row.id, row]));
  const judged = step.map((one) => {
    const row = found.get(one.id);
    const hasLeft = one.agent_id !== null && !active.has(one.agent_id);
    const because =
      reasonToSkip(row, { moves, ...one }) ?? (hasLeft ? ('agent_inactive' as const) : undefined);
    return { ...one, row, because };
  });
  const given = judged.flatMap(({ id, agent_id, row, because }) =>
    row && !because ? [{ id, agent_id, row }] : [],
  );
  if (given.length > 0) await setAgents(db, given);
  await recordAudits(
    db,
    actor,
    given.map(({ id, agent_id, row: { assigned_agent_id, status } }) => ({
      event: agent_id === null ? 'applicant.unassign' : 'applicant.assign',
      subjectId: id,
      before: { assigned_agent_id, status },
      after: { assigned_agent_id: agent_id, status: agent_id === null ? 'pending' : 'assigned' },
    })),
  );
  return judged.flatMap(({ id, because }) => (because ? [{ id, because }] : []));
}
