import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { formatNumber } from '../../lib/format.ts';

type Share = ManyAssigned['shares'][number];

export function reasonInWords({ covers, capacity, open }: Share): string | undefined {
  if (covers === undefined || capacity === undefined) return undefined;
  const where = covers.length > 0 ? `covers ${covers.join(', ')}` : 'goes anywhere';
  return `${where}, ${formatNumber(open)} open, ${formatNumber(capacity)} a day`;
}
