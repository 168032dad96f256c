import type { SkipReason } from '@doorstep/contract/applicants/assign-many';
import type { Wanted } from './assign-many-store.ts';

interface Intent {
  /** Whether an applicant may be taken from the agent who has it. */
  moves: boolean;
  /** The planned agent; null means no agent, undefined means not known yet. */
  agent_id?: number | null | undefined;
  revision?: string | undefined;
}

export function reasonToSkip(row: Wanted | undefined, intent: Intent): SkipReason | undefined {
  const { moves, agent_id, revision } = intent;
  if (!row) return 'deleted';
  if (row.status !== 'pending' && row.status !== 'assigned') return 'visited';
  if (row.status === 'pending' && row.is_withdrawn) return 'withdrawn';
  if (!moves) return row.status === 'pending' ? undefined : 'already_assigned';
  if (agent_id !== undefined && agent_id === row.assigned_agent_id) return 'unchanged';
  if (revision === undefined || revision === row.revision) return undefined;
  const assignmentOf = (text: string) => text.split('.')[0];
  return assignmentOf(revision) === assignmentOf(row.revision) ? 'visit_started' : 'changed';
}
