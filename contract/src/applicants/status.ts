/** A `pending` applicant has no agent, a `visited` one has a verification, and a `submitted` one is decided. */
export const applicantStatuses = ['pending', 'assigned', 'visited', 'submitted'] as const;
export type ApplicantStatus = (typeof applicantStatuses)[number];
