import type { Clock } from '@doorstep/contract/clock';
import { formatDateTime } from '../../lib/format.ts';

/** Returns a length such as '40 min' or '2 h'. From 60 minutes on, rounds down to whole hours. */
function lengthInWords(minutes: number): string {
  const whole = Math.abs(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h`;
}

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

export const warningsInWords: Record<NonNullable<Clock['warning']>, string> = {
  unassigned: 'Half of the time has passed and no agent is assigned',
  unvisited: '75 % of the time has passed and no agent has visited',
  undecided: '90 % of the time has passed and nothing is decided',
  late: 'The due time has passed',
};
