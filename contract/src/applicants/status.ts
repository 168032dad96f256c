/** `pending` (no agent), `assigned`, `visited` (a verification came in), `submitted` (an admin decided). */
export const applicantStatuses = ['pending', 'assigned', 'visited', 'submitted'] as const;
export type ApplicantStatus = (typeof applicantStatuses)[number];
