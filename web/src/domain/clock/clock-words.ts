import type { Clock } from '@doorstep/contract/clock';
import { formatDateTime } from '../../lib/format.ts';

/** Returns working time in words: '40 min', '2 h'. Rounds down to whole hours. */
export function lengthInWords(minutes: number): string {
  const whole = Math.abs(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h`;
}

/** Returns when an applicant is due: 'Due in 2 h', 'Late by 3 h', 'Paused'. */
export function dueInWords({ state, minutes_left }: Pick<Clock, 'state' | 'minutes_left'>): string {
  const isLate = minutes_left < 0;
  switch (state) {
    case 'running':
      return `${isLate ? 'Late by' : 'Due in'} ${lengthInWords(minutes_left)}`;
    case 'paused':
      return isLate ? `Paused, ${lengthInWords(minutes_left)} late` : 'Paused';
    case 'stopped':
      return isLate ? `${lengthInWords(minutes_left)} late` : 'In time';
    case 'withdrawn':
      return 'Withdrawn';
  }
}

/**
 * Returns the exact due time with the state, the warning and the urgency: 'Mar 6, 2026, 2:00 PM · Due in 2
 * h · Urgent'.
 */
export function dueInFull(clock: Clock): string {
  const { due_at, warning, is_urgent } = clock;
  return [
    formatDateTime(due_at),
    dueInWords(clock),
    warning && warning !== 'late' && warningsInWords[warning],
    is_urgent && 'Urgent',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The reason for each warning. */
export const warningsInWords: Record<NonNullable<Clock['warning']>, string> = {
  unassigned: 'Half of the time has passed and no agent is assigned',
  unvisited: '75 % of the time has passed and no agent has visited',
  undecided: '90 % of the time has passed and nothing is decided',
  late: 'The due time has passed',
};
