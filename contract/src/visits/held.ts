/**
 * `unknown_phone`: the visit came in a file that no registered phone of the agent signed, so anyone may have
 * made the file. With the other reasons, the task had changed before the visit arrived.
 */
export const heldReasons = [
  'reassigned',
  'already_visited',
  'applicant_deleted',
  'unknown_phone',
] as const;
export type HeldReason = (typeof heldReasons)[number];

export const heldReasonLabels: Record<HeldReason, string> = {
  reassigned: 'The agent no longer had the task',
  already_visited: 'The applicant was already visited',
  applicant_deleted: 'The applicant was deleted',
  unknown_phone: 'The file was not signed by a known phone',
};
