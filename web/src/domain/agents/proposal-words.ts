import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatCount } from '../../lib/format.ts';

type Share = ManyAssigned['shares'][number];

export function reasonInWords({ covers, capacity, open }: Share): string | undefined {
  if (covers === undefined || capacity === undefined) return undefined;
  const where = covers.length > 0 ? `covers ${covers.join(', ')}` : 'covers any area';
  return `${where}, ${formatCount(open, 'open task')}, ${formatCount(capacity, 'task')} a day`;
}
