/** Why a visit is held for an admin to settle: what had become of the task when it arrived. */
export const heldReasons = ['reassigned', 'already_visited', 'applicant_deleted'] as const;
export type HeldReason = (typeof heldReasons)[number];
