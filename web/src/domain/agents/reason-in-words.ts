import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatCount } from '../../lib/format.ts';

type Share = ManyAssigned['shares'][number];

/**
 * Returns why a proposal gives work to an agent: 'covers 4110, 6 open tasks, 12 tasks a day'. Returns
 * undefined if the server gives no reason.
 */
export function reasonInWords({ covers, capacity, open }: Share): string | undefined {
  if (covers === undefined || capacity === undefined) return undefined;
  const where = covers.length > 0 ? `covers ${covers.join(', ')}` : 'covers any area';
  return `${where}, ${formatCount(open, 'open task')}, ${formatCount(capacity, 'task')} a day`;
}
