import type { Visit } from '@doorstep/contract/visits/office';
import { formatDateTime } from '../../../lib/format.ts';

type Why = Pick<Visit, 'held_because' | 'agent' | 'colleague' | 'colleague_since'>;

/** Why a visit is held, in a sentence. */
export function whyHeld({ held_because, agent, colleague, colleague_since }: Why): string {
  const since = colleague_since ? ` on ${formatDateTime(colleague_since)}` : '';
  switch (held_because) {
    case 'reassigned':
      return colleague
        ? `Given to ${colleague}${since}, before this visit by ${agent} arrived.`
        : `No longer given to ${agent} when this visit arrived.`;
    case 'already_visited':
      return colleague
        ? `Visited by ${colleague}${since}, before this visit by ${agent} arrived.`
        : `Visited by ${agent} already, before this visit arrived.`;
    case 'applicant_deleted':
      return `The applicant was deleted before this visit by ${agent} arrived.`;
    case 'unknown_phone':
      return `It came in a file, and no phone of ${agent} that is known here has signed it. Ask ${agent} before you use it.`;
    default:
      return '';
  }
}

/** What becomes of everything else if the visit is used. */
export function ifUsed({
  held_because,
  is_final,
  colleague,
}: Pick<Visit, 'held_because' | 'is_final' | 'colleague'>): string {
  if (held_because === 'applicant_deleted') {
    return is_final
      ? 'If used, the applicant is restored, and this visit becomes the verification.'
      : 'If used, the applicant is restored.';
  }
  if (held_because === 'already_visited') {
    return 'If used, it becomes a newer verification, with a decision of its own.';
  }
  return colleague
    ? `If used, it becomes the verification, and ${colleague} no longer has the task.`
    : 'If used, it becomes the verification.';
}
