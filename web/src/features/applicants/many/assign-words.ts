import type {
  AssignUndone,
  ManyAssigned,
  SkipReason,
} from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../../lib/format.ts';

const namedAtMost = 5;

type StillAssignedReason = AssignUndone['kept'][number]['because'];

const reasons: Record<SkipReason, (many: string, isOne: boolean) => string> = {
  already_assigned: (many, isOne) => `${many} ${isOne ? 'has' : 'have'} an agent already`,
  visited: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} visited`,
  deleted: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} deleted`,
  agent_inactive: (many) => `the new agent of ${many} is no longer active`,
  withdrawn: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} withdrawn by the lender`,
  changed: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} changed by a colleague`,
  visit_started: (many) => `a visit to ${many} has started`,
  unchanged: (many, isOne) => `${many} ${isOne ? 'needs' : 'need'} no change`,
  outside_areas: (many, isOne) => `${many} ${isOne ? 'is' : 'are'} outside the agents’ areas`,
  no_capacity: (many) => `the agents for ${many} cannot take more tasks`,
};

export const deeds = {
  assign: { label: 'Assign', doing: 'Assigning...', done: 'assigned' },
  move: { label: 'Move', doing: 'Moving...', done: 'moved' },
  unassign: { label: 'Unassign', doing: 'Unassigning...', done: 'unassigned' },
} as const;
export type Deed = keyof typeof deeds;

const stillAssignedReasons: Record<StillAssignedReason, (many: string, isOne: boolean) => string> =
  {
    too_late: (many) => `the time to undo was over for ${many}`,
    visited: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} visited`,
    changed: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} changed in the meantime`,
    agent_inactive: (many) => `the earlier agent of ${many} is no longer active`,
  };

/**
 * Returns a text such as 'Ravi Kumar 90, Sunita Rao 80', without applicants that are unassigned, and without
 * agents who get no applicant.
 */
export function sharesInWords(shares: ManyAssigned['shares']): string {
  const given = shares.filter(({ agent_id, ids }) => agent_id !== null && ids.length > 0);
  return given.map(({ agent_name, ids }) => `${agent_name} ${formatNumber(ids.length)}`).join(', ');
}

/** Returns a text such as '2 have an agent already (10432, 10440), 1 was deleted (10501)'. */
export function skippedInWords(skipped: ManyAssigned['skipped'], isNamed = true): string {
  return byReason(skipped, reasons, isNamed);
}

/** Returns a text such as '1 was visited (10432), the time to undo was over for 2 (10440, 10441)'. */
export const stillAssignedInWords = (kept: AssignUndone['kept']): string =>
  byReason(kept, stillAssignedReasons, true);

function byReason<Reason extends string>(
  all: readonly { id: number; because: Reason }[],
  wordsOf: Record<Reason, (many: string, isOne: boolean) => string>,
  isNamed: boolean,
): string {
  const words = [...Map.groupBy(all, ({ because }) => because)].map(([because, those]) => {
    const what = wordsOf[because](formatNumber(those.length), those.length === 1);
    const ids = those.slice(0, namedAtMost).map(({ id }) => id);
    const more = those.length > ids.length ? ' …' : '';
    return isNamed ? `${what} (${ids.join(', ')}${more})` : what;
  });
  return words.join(', ');
}

export const countOf = ({ shares }: ManyAssigned): number =>
  shares.reduce((sum, { ids }) => sum + ids.length, 0);
