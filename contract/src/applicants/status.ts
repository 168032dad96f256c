/** `pending` (no agent), `assigned`, `visited` (has a verification), `submitted` (decided). */
export const applicantStatuses = ['pending', 'assigned', 'visited', 'submitted'] as const;
export type ApplicantStatus = (typeof applicantStatuses)[number];
