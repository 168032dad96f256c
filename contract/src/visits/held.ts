/**
 * Why a visit is held for an admin: the state of its task when it arrived, or that it came in a file without
 * the signature of a known phone, so that anyone may have made it.
 */
export const heldReasons = [
  'reassigned',
  'already_visited',
  'applicant_deleted',
  'unknown_phone',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Each reason in the words of a list; screens that settle a visit use a sentence. */
export const heldReasonLabels: Record<HeldReason, string> = {
  reassigned: 'The task was no longer theirs',
  already_visited: 'Visited already',
  applicant_deleted: 'The applicant was deleted',
  unknown_phone: 'Not signed by a known phone',
};
