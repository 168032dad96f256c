import type { AssignUndone } from '@doorstep/contract/applicants/assign-many';
import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { lockActiveAgents } from '../../../domain/users/agent-locks.ts';
import { lockApplicants, setAgents } from './assign-many-store.ts';
import { runInSteps } from './run-in-steps.ts';
import { type Changed, findLastChanges } from './undo-assign-store.ts';

type Kept = AssignUndone['kept'][number];

export async function undoAssignments(
  db: Kysely<Database>,
  actor: Actor,
  { ids, adminId }: { ids: number[]; adminId: number },
  request: IdempotentRequest | undefined,
): Promise<AssignUndone> {
  const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
  const kept = await runInSteps(db, request, inOrder, (trx, step) =>
    undoStep(trx, actor, adminId, step),
  );
  const left = new Set(kept.map(({ id }) => id));
  return { undone: inOrder.filter((id) => !left.has(id)), kept };
}

async function undoStep(
  db: Db,
  actor: Actor,
  adminId: number,
  ids: readonly number[],
): Promise<Kept[]> {
  // Locks agents before applicants. The deletion of an agent uses the same order, because a different order
  // could cause a deadlock.
  const before = await findLastChanges(db, ids);
  const active = await lockActiveAgents(db, [
    ...new Set(before.flatMap(({ agent_before }) => agent_before ?? [])),
  ]);
  await lockApplicants(db, ids);
  // Reads the last changes again, because other requests may have added changes while this request waited
  // for the locks.
  const found = new Map((await findLastChanges(db, ids)).map((row) => [row.id, row]));
  const judged = ids.map((id) => {
    const row = found.get(id);
    return { id, row, because: row ? reasonToKeep(row, adminId, active) : ('changed' as const) };
  });
  const undone = judged.flatMap(({ row, because }) => (row && !because ? [row] : []));
  if (undone.length > 0)
    await setAgents(
      db,
      undone.map(({ id, agent_before }) => ({ id, agent_id: agent_before })),
    );
  await recordAudits(
    db,
    actor,
    undone.map(({ id, assigned_agent_id, status, agent_before, status_before }) => ({
      event: agent_before === null ? 'applicant.unassign' : 'applicant.assign',
      subjectId: id,
      before: { assigned_agent_id, status },
      after: { assigned_agent_id: agent_before, status: status_before, undone: true },
    })),
  );
  return judged.flatMap(({ id, because }) => (because ? [{ id, because }] : []));
}

function reasonToKeep(
  row: Changed,
  adminId: number,
  active: ReadonlySet<number>,
): Kept['because'] | undefined {
  const { action, agent_before, status_before } = row;
  if (row.is_visited) return 'visited';
  const isOwn = row.actor_id === adminId && !row.is_undo;
  const isAssignment = action === 'assign' || action === 'unassign';
  const wasOpen = status_before === 'pending' || status_before === 'assigned';
  if (!isOwn || !isAssignment || !wasOpen) return 'changed';
  if (!row.is_in_time) return 'too_late';
  return agent_before !== null && !active.has(agent_before) ? 'agent_inactive' : undefined;
}
