import type { ClockDetails, PauseReason } from '@doorstep/contract/clock';
import { dueInFull } from '../../../domain/clock/clock-words.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { Description } from '../../../ui/page/DescriptionList.tsx';
import type { LooseApplicant } from '../applicant-queries.ts';

export const pauseWords: Record<PauseReason, string> = {
  lender_query: 'Question to the lender',
  applicant_asked: 'The applicant asked for another day',
  force_majeure: 'Force majeure, such as a flood or strike',
};

/** Returns a text such as '24 h from receipt: Home Loan, OFFICE, pin 411…; calendar Mumbai'. */
function ruleInWords(rule: NonNullable<ClockDetails['rule']>): string {
  const { minutes, starts, product_type, visit_type, pin_prefix, calendar } = rule;
  const conditions = [product_type, visit_type, pin_prefix && `pin ${pin_prefix}…`].filter(Boolean);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const length = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean);
  const from = starts === 'received' ? 'receipt' : 'the next opening of a working day';
  return [
    `${length.join(' ')} from ${from}`,
    conditions.length > 0 && `: ${conditions.join(', ')}`,
    `; calendar ${calendar}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Returns the rows of the section Due time, or none if the applicant's portfolio has no lender. */
export function describeClock({
  clock,
  clock_details: details,
}: Pick<LooseApplicant, 'clock' | 'clock_details'>): Description[] {
  if (!details) return [];
  const { lender, rule, received_at, is_received_by_hand, withdrawn_at } = details;
  const received = [formatDateTime(received_at), is_received_by_hand && 'entered by hand'];
  return [
    { label: 'Lender', value: lender },
    { label: 'Due', value: clock ? dueInFull(clock) : 'No rule applies' },
    ...(rule ? [{ label: 'Rule', value: ruleInWords(rule) }] : []),
    { label: 'Received At', value: received.filter(Boolean).join(' · ') },
    ...(withdrawn_at ? [{ label: 'Withdrawn At', value: formatDateTime(withdrawn_at) }] : []),
    ...details.pauses.map(({ because, from, to, by }, index) => ({
      label: `Pause ${index + 1}`,
      value: `${formatDateTime(from)} to ${to ? formatDateTime(to) : 'now'}: ${pauseWords[because]}, by ${by}`,
    })),
  ];
}
