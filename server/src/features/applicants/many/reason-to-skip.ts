import type { SkipReason } from '@doorstep/contract/applicants/assign-many';
import type { Wanted } from './assign-many-store.ts';

interface Intent {
  /** Whether an applicant that has an agent may be given to another. */
  moves: boolean;
  /** Who shall have it: an agent, or null for no one; undefined while that is not known. */
  agent_id?: number | null | undefined;
  /** What the caller was shown. */
  revision?: string | undefined;
}

/** Why an applicant stays as it is; undefined if it can be given. */
export function reasonToSkip(row: Wanted | undefined, intent: Intent): SkipReason | undefined {
  const { moves, agent_id, revision } = intent;
  if (!row) return 'deleted';
  if (row.status !== 'pending' && row.status !== 'assigned') return 'visited';
  if (!moves) return row.status === 'pending' ? undefined : 'already_assigned';
  if (agent_id !== undefined && agent_id === row.assigned_agent_id) return 'unchanged';
  if (revision === undefined || revision === row.revision) return undefined;
  const assignmentOf = (text: string) => text.split('.')[0];
  return assignmentOf(revision) === assignmentOf(row.revision) ? 'visit_started' : 'changed';
}
