/**
 * The limits that the apps and the server share. Durations of business rules are in the file of their
 * subject, such as `claimSeconds` in review.ts.
 */
export const limits = {
  /** Milliseconds. */
  httpTimeout: 10_000,
  pageSize: 10,
  maxPageSize: 100,
  passwordMinLength: 8,
  /** A longer password would take too long to hash. */
  passwordMaxLength: 200,
  phoneDigits: 10,
  pinCodeDigits: 6,
  noteLength: 1_000,
  messageLength: 500,
  searchLength: 200,
  /** 5 MB. */
  uploadMaxBytes: 5_242_880,
  uploadMaxRows: 200_000,
  /** 20 MB, for .csv files only. */
  tryCsvMaxBytes: 20_971_520,
  mappingsPerLender: 20,
  /** The maximum number of headings in a mapping. The headings tell which files the mapping fits. */
  mappedHeadings: 200,
  /**
   * The maximum number of calls to an applicant that the server stores for one agent. Further calls are
   * dropped.
   */
  callsPerTask: 50,
  photosPerVerification: 12,
  /** 10 MB. */
  photoMaxBytes: 10_485_760,
  /** 30 KB, for the picture of a signature. */
  signatureMaxBytes: 30_720,
  assignedAtOnce: 5_000,
  previewedAtOnce: 50_000,
  agentsAtOnce: 100,
  areasPerAgent: 200,
  leavesPerAgent: 100,
  dailyCapacity: 500,
  archiveMaxReports: 2_000,
  savedViews: 30,
  portfoliosPerLender: 200,
  rulesPerLender: 200,
  columnsPerLayout: 200,
  /** 500 working hours, for a turnaround rule. */
  turnaroundMinutes: 30_000,
  calendarDays: 1_000,
  spansPerDay: 4,
} as const;

/** Milliseconds, as in the specification. */
export const delays = {
  loginRedirect: 300,
  assignSuccess: 1_500,
  decisionSuccess: 2_000,
  deleteSuccess: 2_000,
  toast: 2_000,
  notification: 3_000,
  applicantsToast: 5_000,
} as const;
