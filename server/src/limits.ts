/**
 * The limits of the server alone; limits that the app shares are in contract/src/limits.ts. docs/settings.md
 * describes what happens beyond each one, and a test compares it with the code. The unit is milliseconds or
 * bytes unless the name has one.
 */
export const serverLimits = {
  /** Bytes of a body that is not multipart. */
  requestBytes: 1_048_576,
  /** Values and names in a JSON body: one call assigns up to 5,000 applicants. */
  requestValues: 10_000,
  /** Filtered lists count exactly up to this number; with the filter `due`, up to the second. */
  listCount: 10_000,
  openCount: 100_000,
  headTimeout: 10_000,
  bodyTimeout: 60_000,
  /** A signed-in sender may take longer if bytes keep arriving. */
  slowBodyTimeout: 3_600_000,
  slowBodySilence: 30_000,
  unfinishedPerAddress: 100,
  unfinishedPerUser: 20,
  requestsAtOnce: 100,
  /** The delay of a 503 under overload, and how many responses may be delayed at the same time. */
  rejectionDelay: 1_000,
  delayedRejections: 2_000,
  eventLoopDelay: 2_000,
  /** Startup blocks the event loop, so the loop is not monitored until then. */
  startGrace: 5_000,
  /** Calls without a session, such as sign-in, per second and address. */
  publicCallsPerSecond: 200,
  codeChecksPerMinute: 30,
  /** The timeout of the database query of `/readyz`. */
  readyAnswer: 2_000,
  databaseConnections: 12,
  databaseWaiting: 400,
  databaseWait: 500,
  /** The timeout of a new database connection. */
  databaseConnect: 3_000,
  statementTimeout: 7_000,
  /** The timeout of the daily job that learns pin code locations from two years of visits. */
  learningPlaces: 600_000,
  /** The timeout of one retention statement, which scans all closed applicants. */
  retention: 600_000,
  /** The timeout of one statement of a command, or of the recount at startup after the time zone has changed. */
  commandStatement: 600_000,
  idleTransaction: 30_000,
  /** A small number: locks are short, and a kill loses at most one transaction. */
  assignedPerTransaction: 500,
  /** The longest wait for expensive work, such as hashing a password or reading a spreadsheet. */
  workWait: 2_000,
  signInsWaiting: 32,
  uploadsAtOnce: 2,
  uploadsWaiting: 8,
  /** Spreadsheets, and downloads of failed rows, that may wait for a process. */
  spreadsheetsWaiting: 20,
  spreadsheetWait: 10_000,
  /**
   * The CPU time of a file's process. A file that needs more is rejected, while a timeout is blamed on the
   * machine.
   */
  spreadsheetCpu: 8_000,
  spreadsheetTimeout: 25_000,
  spreadsheetMegabytes: 352,
  spreadsheetHeapMegabytes: 288,
  unpackedBytes: 104_857_600,
  spreadsheetParts: 2_000,
  /** Files that an admin tried and did not take in; the oldest are deleted. */
  triesKept: 10,
  shortSearchesAtOnce: 1,
  shortSearchWait: 2_000,
  reportProcesses: 2,
  /** A report process takes 200 MB. After it ends, the next report takes a quarter of a second longer. */
  reportProcessIdle: 60_000,
  /** A process that starts and draws its first report may finish, although the report was given up. */
  reportProcessStart: 60_000,
  reportsWaiting: 16,
  reportTimeout: 7_500,
  /** The part of `reportAnswer` for rendering in a free process. */
  reportDrawing: 6_000,
  /**
   * A whole report, from its photos to its signature. The app's timeout is ten seconds, and it needs an
   * answer before that.
   */
  reportAnswer: 8_000,
  archivesPerAdmin: 3,
  /** If a server shows no activity for this long, another one continues its archive. */
  archiveLeaseSeconds: 30,
  archiveTries: 5,
  exportMaxRows: 100_000,
  exportsPerAdmin: 3,
  exportsKept: 20,
  /** If a server shows no activity for this long, another one restarts its export. */
  exportLeaseSeconds: 60,
  exportTries: 3,
  /** Days before the last daily export in which decisions are searched that are in none yet. */
  deliveryLookBackDays: 31,
  /** If a server shows no activity for this long, another one sends its daily export again. */
  deliveryLeaseSeconds: 900,
  /** Seconds for one try to send a file, from the connection to its final name. */
  deliverySeconds: 120,
  /** Seconds before the second try; each later one waits twice as long, up to the longest. */
  deliveryRetrySeconds: 60,
  deliveryRetryLongestSeconds: 21_600,
  deliveryTries: 20,
  submissionsAtOnce: 48,
  submissionsPerAgent: 3,
  /** Photos of visits being uploaded at the same time, one request each. */
  photosAtOnce: 48,
  photosPerAgent: 4,
  /** The `Retry-After` header of these limits, in seconds. */
  sendersRetryAfter: 15,
  /** Bytes of an incomplete photo that are stored together: the most that a broken connection loses. */
  photoPieceBytes: 16_384,
  /** The longest time without a new byte. `slowBodySilence` is far shorter. */
  abandonedFile: 1_800_000,
  /** Days without a new byte after which an incomplete photo is deleted. */
  photoPartDays: 30,
  devicesPerAgent: 5,
  /** Messages of an applicant and one agent, and those that one author sends in an hour. */
  messagesPerTask: 200,
  messagesPerHour: 120,
  /** A visit with its photos that a phone saved to a file. */
  visitFileBytes: 33_554_432,
  visitFilesAtOnce: 2,
  heicAtOnce: 1,
  heicTimeout: 20_000,
  heicMegabytes: 1_024,
  photoPixels: 50_000_000,
  photoSeconds: 20,
  streamsPerUser: 8,
  streamBytesWaiting: 262_144,
  /** The interval of heartbeats. Each also checks the session. */
  streamHeartbeat: 20_000,
};
