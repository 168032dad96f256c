import type { ManyAssigned, SkipReason } from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../../lib/format.ts';

const namedAtMost = 5;

const reasons: Record<SkipReason, (many: string, isOne: boolean) => string> = {
  already_assigned: (many, isOne) => `${many} ${isOne ? 'has' : 'have'} an agent already`,
  visited: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} visited`,
  deleted: (many, isOne) => `${many} ${isOne ? 'was' : 'were'} deleted`,
  agent_inactive: (many, isOne) => `the agent of ${many} ${isOne ? 'is' : 'are'} no longer active`,
};

/** 'Ravi Kumar 90, Sunita Rao 80'. */
export function sharesInWords(shares: ManyAssigned['shares']): string {
  const given = shares.filter(({ ids }) => ids.length > 0);
  return given.map(({ agent_name, ids }) => `${agent_name} ${formatNumber(ids.length)}`).join(', ');
}

/** '2 have an agent already (10432, 10440), 1 was deleted (10501)'. */
export function skippedInWords(skipped: ManyAssigned['skipped'], isNamed = true): string {
  const words = [...Map.groupBy(skipped, ({ because }) => because)].map(([because, those]) => {
    const what = reasons[because](formatNumber(those.length), those.length === 1);
    const ids = those.slice(0, namedAtMost).map(({ id }) => id);
    const more = those.length > ids.length ? ' …' : '';
    return isNamed ? `${what} (${ids.join(', ')}${more})` : what;
  });
  return words.join(', ');
}

export const countOf = ({ shares }: ManyAssigned): number =>
  shares.reduce((sum, { ids }) => sum + ids.length, 0);
