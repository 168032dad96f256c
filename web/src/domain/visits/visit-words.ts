import { type AgentCall, callResultLabels } from '@doorstep/contract/visits/calls';
import { photoSubjectLabels, skipReasonLabels } from '@doorstep/contract/visits/manifest';
import type { Visit } from '@doorstep/contract/visits/visit';
import { formatCoordinate, formatDateTime, formatDistance } from '../../lib/format.ts';

type Why = Pick<Visit, 'held_because' | 'agent' | 'colleague' | 'colleague_since'>;

export function whyHeld({ held_because, agent, colleague, colleague_since }: Why): string {
  const since = colleague_since ? ` on ${formatDateTime(colleague_since)}` : '';
  switch (held_because) {
    case 'reassigned':
      return colleague
        ? `The task was given to ${colleague}${since}, before this visit by ${agent} arrived.`
        : `${agent} no longer had the task when this visit arrived.`;
    case 'already_visited':
      return colleague
        ? `${colleague} visited the applicant${since}, before this visit by ${agent} arrived.`
        : `${agent} had already sent another visit before this visit arrived.`;
    case 'applicant_deleted':
      return `The applicant was deleted before ${agent}’s visit arrived.`;
    case 'unknown_phone':
      return `This visit came in a file that no known phone of ${agent} signed. Ask ${agent} before you use the visit.`;
    default:
      return '';
  }
}

export function ifUsed({
  held_because,
  is_final,
  colleague,
}: Pick<Visit, 'held_because' | 'is_final' | 'colleague'>): string {
  if (held_because === 'applicant_deleted') {
    return is_final
      ? 'If you use this visit, the applicant is restored, and the visit becomes the verification.'
      : 'If you use this visit, the applicant is restored.';
  }
  if (!is_final) return 'If you use this visit, it counts as an attempt.';
  if (held_because === 'already_visited') {
    return 'If you use this visit, it becomes a newer verification, which needs its own decision.';
  }
  return colleague
    ? `If you use this visit, it becomes the verification, and ${colleague} no longer has the task.`
    : 'If you use this visit, it becomes the verification.';
}

/** Returns 'Not taken: name plate, refused; street, not safe', or '' if every requested photo was taken. */
export function notTaken({ photos_skipped = [] }: Partial<Pick<Visit, 'photos_skipped'>>): string {
  const each = photos_skipped.map(
    ({ shows, reason }) =>
      `${photoSubjectLabels[shows].toLowerCase()}, ${skipReasonLabels[reason]}`,
  );
  return each.length > 0 ? `Not taken: ${each.join('; ')}` : '';
}

/** Returns 'Not reachable' or 'Appointment: Mar 5, 2026, 5:30 PM'. */
export const resultInWords = ({ result, appointment_at: at }: AgentCall): string =>
  callResultLabels[result] + (at ? `: ${formatDateTime(at)}` : '');

/** Returns '18.52, 73.85, within 40 m. The agent: under a metal roof', or '' if nothing is known. */
export function placeInWords(
  visit: Pick<Visit, 'latitude' | 'longitude' | 'accuracy_m' | 'place_reason'>,
): string {
  const { latitude, longitude, accuracy_m, place_reason = '' } = visit;
  const place =
    latitude === null || longitude === null
      ? place_reason && 'Not recorded'
      : `${formatCoordinate(latitude)}, ${formatCoordinate(longitude)}`;
  const known =
    place && accuracy_m !== null ? `${place}, within ${formatDistance(accuracy_m)}` : place;
  return [known, place_reason && `The agent: ${place_reason}`].filter(Boolean).join('. ');
}
