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
