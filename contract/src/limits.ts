/**
 * The limits that app and server share. Business durations are in the file of their noun, such as a claim's
 * in review.ts.
 */
export const limits = {
  /** Milliseconds that the app waits for an answer. */
  httpTimeout: 10_000,
  pageSize: 10,
  maxPageSize: 100,
  passwordMinLength: 8,
  /** The longest password in characters, to bound the work of hashing. */
  passwordMaxLength: 200,
  phoneDigits: 10,
  pinCodeDigits: 6,
  /** Characters of a note with an action of the office, or with a task that an agent gives back. */
  noteLength: 1_000,
  /** Characters of a message between the office and an agent. */
  messageLength: 500,
  /** Characters of a search in a list. */
  searchLength: 200,
  /** Bytes: 5 MB. */
  uploadMaxBytes: 5_242_880,
  uploadMaxRows: 200_000,
  /** Bytes of a csv to try: 20 MB. */
  tryCsvMaxBytes: 20_971_520,
  mappingsPerLender: 20,
  /** Headings of a file by which a mapping recognises it. */
  mappedHeadings: 200,
  /** Calls of one agent to one applicant that are stored. */
  callsPerTask: 50,
  photosPerVerification: 12,
  /** Bytes: 10 MB. */
  photoMaxBytes: 10_485_760,
  /** Bytes of the picture of a signature: 30 KB. */
  signatureMaxBytes: 30_720,
  /** Applicants in one call that assigns many, those in one preview, and the agents in a plan. */
  assignedAtOnce: 5_000,
  previewedAtOnce: 50_000,
  agentsAtOnce: 100,
  /** Pin prefixes and periods of leave of an agent, and the tasks a day. */
  areasPerAgent: 200,
  leavesPerAgent: 100,
  dailyCapacity: 500,
  /** Reports in one archive. */
  archiveMaxReports: 2_000,
  /** Saved views of one user. */
  savedViews: 30,
  portfoliosPerLender: 200,
  rulesPerLender: 200,
  /** Columns of a lender's export. */
  columnsPerLayout: 200,
  /** Working minutes of a turnaround rule: 500 hours. */
  turnaroundMinutes: 30_000,
  /** Holidays and days with other hours in a calendar, and spans of working hours in a day. */
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
