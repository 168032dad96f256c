/**
 * The limits that the apps and the server share. Business durations are next to their noun, such as
 * `claimSeconds` in review.ts.
 */
export const limits = {
  /** The timeout of a request, in milliseconds. */
  httpTimeout: 10_000,
  pageSize: 10,
  maxPageSize: 100,
  passwordMinLength: 8,
  /** The maximum number of characters. A longer password would take too long to hash. */
  passwordMaxLength: 200,
  phoneDigits: 10,
  pinCodeDigits: 6,
  /** The maximum characters of a note on an action of the office, or on a task that an agent gives back. */
  noteLength: 1_000,
  messageLength: 500,
  searchLength: 200,
  /** 5 MB. */
  uploadMaxBytes: 5_242_880,
  uploadMaxRows: 200_000,
  /** 20 MB, for .csv files only. */
  tryCsvMaxBytes: 20_971_520,
  mappingsPerLender: 20,
  /** The number of headings that a mapping stores, to recognise files with the same headings. */
  mappedHeadings: 200,
  /** The number of an agent's calls to one applicant that are stored. Further calls are dropped. */
  callsPerTask: 50,
  photosPerVerification: 12,
  /** 10 MB. */
  photoMaxBytes: 10_485_760,
  /** 30 KB, for the picture of a signature. */
  signatureMaxBytes: 30_720,
  /** The limits of assigning many: applicants in a request, applicants in a preview, and agents in a plan. */
  assignedAtOnce: 5_000,
  previewedAtOnce: 50_000,
  agentsAtOnce: 100,
  /** The limits of an agent: pin prefixes, periods of leave, and tasks a day. */
  areasPerAgent: 200,
  leavesPerAgent: 100,
  dailyCapacity: 500,
  archiveMaxReports: 2_000,
  /** The number of saved views of each user. */
  savedViews: 30,
  portfoliosPerLender: 200,
  rulesPerLender: 200,
  /** The number of columns of a lender's export. */
  columnsPerLayout: 200,
  /** The longest turnaround rule: 500 working hours. */
  turnaroundMinutes: 30_000,
  /** The limits of a calendar: days with other hours or none, and spans of working hours in a day. */
  calendarDays: 1_000,
  spansPerDay: 4,
} as const;

/** Delays in milliseconds, from the specification. */
export const delays = {
  loginRedirect: 300,
  assignSuccess: 1_500,
  decisionSuccess: 2_000,
  deleteSuccess: 2_000,
  toast: 2_000,
  notification: 3_000,
  applicantsToast: 5_000,
} as const;
