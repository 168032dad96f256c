/**
 * Why a visit is held for an admin to settle: what had become of the task when it arrived, or that it came in a file which
 * no known phone, or a revoked one, signed, so that anybody may have made it.
 */
export const heldReasons = [
  'reassigned',
  'already_visited',
  'applicant_deleted',
  'unknown_phone',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Each reason in the words of a list; screens that settle a visit say it in a sentence. */
export const heldReasonLabels: Record<HeldReason, string> = {
  reassigned: 'The task was no longer theirs',
  already_visited: 'Visited already',
  applicant_deleted: 'The applicant was deleted',
  unknown_phone: 'Not signed by a known phone',
};
