/**
 * The reasons to hold a visit for an admin. With `unknown_phone`, the visit came in a file without the
 * signature of a known phone, so anyone may have made the file. Otherwise the task had changed before the
 * visit arrived.
 */
export const heldReasons = [
  'reassigned',
  'already_visited',
  'applicant_deleted',
  'unknown_phone',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Short labels for lists. The screens that settle a visit use a sentence instead. */
export const heldReasonLabels: Record<HeldReason, string> = {
  reassigned: 'The agent no longer had the task',
  already_visited: 'The applicant was already visited',
  applicant_deleted: 'The applicant was deleted',
  unknown_phone: 'The file was not signed by a known phone',
};
