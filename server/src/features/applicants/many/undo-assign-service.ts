import type { AssignUndone } from '@doorstep/contract/applicants/assign-many';
import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { lockAgents } from '../../../domain/agent-locks.ts';
import { inSteps } from './in-steps.ts';
import { findHolders, lockAssigned, unassignAll } from './undo-assign-store.ts';

type Kept = AssignUndone['kept'][number];

/** Undoes an admin's own assignments, step by step; the answer lists those that stay. */
export async function undoAssignments(
  db: Kysely<Database>,
  actor: Actor,
  { ids, adminId }: { ids: number[]; adminId: number },
  request: IdempotentRequest | undefined,
): Promise<AssignUndone> {
  const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
  const kept = await inSteps(db, request, inOrder, (trx, step) =>
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
  // Agents before applicants, as everywhere: who deletes an agent takes their work away in the same order.
  const holders = await findHolders(db, ids);
  await lockAgents(db, holders);
  const found = await lockAssigned(db, ids, holders);
  const judged = ids.map((id) => {
    const row = found.find((one) => one.id === id);
    return { id, row, because: row ? reasonToKeep(row, adminId) : ('changed' as const) };
  });
  const undone = judged.flatMap(({ row, because }) => (row && !because ? [row] : []));
  await unassignAll(
    db,
    undone.map(({ id }) => id),
  );
  await recordAudits(
    db,
    actor,
    undone.map(({ id, assigned_agent_id }) => ({
      action: 'unassign',
      subject: 'applicant',
      subjectId: id,
      before: { assigned_agent_id, status: 'assigned' },
      after: { assigned_agent_id: null, status: 'pending' },
    })),
  );
  return judged.flatMap(({ id, because }) => (because ? [{ id, because }] : []));
}

type Assigned = Awaited<ReturnType<typeof lockAssigned>>[number];

function reasonToKeep(row: Assigned, adminId: number): Kept['because'] | undefined {
  if (row.is_visited) return 'visited';
  const isOwn = row.action === 'assign' && row.actor_id === adminId && row.was_unassigned;
  if (!isOwn || row.status !== 'assigned') return 'changed';
  return row.is_in_time ? undefined : 'too_late';
}
