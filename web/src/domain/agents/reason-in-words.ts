import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../lib/format.ts';

type Share = ManyAssigned['shares'][number];

/**
 * Returns why a proposal gives work to an agent: 'covers 4110, 6 open, 12 a day'. Returns undefined if the
 * server gives no reason.
 */
export function reasonInWords({ covers, capacity, open }: Share): string | undefined {
  if (covers === undefined || capacity === undefined) return undefined;
  const where = covers.length > 0 ? `covers ${covers.join(', ')}` : 'goes anywhere';
  return `${where}, ${formatNumber(open)} open, ${formatNumber(capacity)} a day`;
}
