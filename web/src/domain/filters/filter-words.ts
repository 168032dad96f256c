import type { DueFilter } from '@doorstep/contract/clock';
import type { Lender } from '@doorstep/contract/lenders';
import { outcomeLabels } from '@doorstep/contract/visits/outcomes';
import type { ListFilters } from '../../lib/address/list-filters.ts';
import { formatDay, prettifyLabel } from '../../lib/format.ts';

export const dueWords: Record<DueFilter, string> = {
  late: 'Late',
  today: 'Due today',
  '2h': 'Due within 2 h',
  paused: 'Paused',
  question: 'Lender must answer',
};

interface Names {
  lenders: readonly Pick<Lender, 'id' | 'name'>[];
  agent: string | undefined;
}

export function filtersInWords(
  { due, lender, portfolio_name, agent, status, outcome, pin, from, to, file, sort }: ListFilters,
  { lenders, agent: name }: Names,
): { name: keyof ListFilters; words: string }[] {
  const words: [keyof ListFilters, string | undefined][] = [
    ['due', due && dueWords[due]],
    [
      'lender',
      lender && `Lender: ${lenders.find(({ id }) => String(id) === lender)?.name ?? lender}`,
    ],
    ['portfolio_name', portfolio_name && `Portfolio: ${portfolio_name}`],
    ['agent', agent && `Agent: ${name ?? agent}`],
    ['status', status && `Status: ${prettifyLabel(status)}`],
    ['outcome', outcome && `Outcome: ${outcomeLabels[outcome]}`],
    ['pin', pin && `Pin code: ${pin}${pin.length < 6 ? '…' : ''}`],
    ['from', from && `From ${formatDay(from)}`],
    ['to', to && `To ${formatDay(to)}`],
    ['file', file && `Upload: ${file}`],
    ['sort', sort === 'due' ? 'Sorted by due time' : undefined],
  ];
  return words.flatMap(([name, words]) => (words ? { name, words } : []));
}
