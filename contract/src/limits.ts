/** The limits that app and server share. Durations of the business stand with their noun, such as a claim's in review.ts. */
export const limits = {
  /** Milliseconds the app waits for any answer. */
  httpTimeout: 10_000,
  pageSize: 10,
  maxPageSize: 100,
  passwordMinLength: 8,
  /** Longest password that is hashed, in characters: a bound on work, not a rule of taste. */
  passwordMaxLength: 200,
  phoneDigits: 10,
  pinCodeDigits: 6,
  /** Characters of a note with what the office does, and with a task that an agent gives back. */
  noteLength: 1_000,
  /** Characters of what a list is searched for. */
  searchLength: 200,
  /** Bytes: 5 MB. */
  uploadMaxBytes: 5_242_880,
  uploadMaxRows: 200_000,
  photosPerVerification: 12,
  /** Bytes: 10 MB. */
  photoMaxBytes: 10_485_760,
  /** Applicants of one call that assigns many, those of one preview, and the agents who share. */
  assignedAtOnce: 5_000,
  previewedAtOnce: 50_000,
  agentsAtOnce: 100,
  /** Pin prefixes and periods of leave of an agent, and the tasks of a day. */
  areasPerAgent: 200,
  leavesPerAgent: 100,
  dailyCapacity: 500,
  /** Reports in one archive. */
  archiveMaxReports: 2_000,
  /** Saved views of one person. */
  savedViews: 30,
  portfoliosPerLender: 200,
  rulesPerLender: 200,
  /** Working minutes of a turnaround rule: 500 hours. */
  turnaroundMinutes: 30_000,
  /** Holidays of a calendar and its days with other hours, and spans of working hours in a day. */
  calendarDays: 1_000,
  spansPerDay: 4,
} as const;

/** Delays in milliseconds, as the specification gives them. */
export const delays = {
  loginRedirect: 300,
  assignSuccess: 1_500,
  decisionSuccess: 2_000,
  deleteSuccess: 2_000,
  toast: 2_000,
  notification: 3_000,
  applicantsToast: 5_000,
} as const;
