/**
 * Why a visit is held for an admin. Either its task did not allow it when it arrived, or it came in a file
 * without the signature of a known phone. Anyone may have made such a file.
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
