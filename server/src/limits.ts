/**
 * The limits that only the server needs; limits that the app shares are in contract/src/limits.ts.
 * docs/settings.md describes what happens beyond each limit, and a test compares the document with this
 * file. The unit is milliseconds or bytes, unless the name contains another unit.
 */
export const serverLimits = {
  /** The maximum size of a body that is not multipart, in bytes. */
  requestBytes: 1_048_576,
  /** The maximum number of values and names in a JSON body. One request may assign 5,000 applicants. */
  requestValues: 10_000,
  /** Filtered lists are counted exactly up to this number. `openCount` applies to lists with the filter `due`. */
  listCount: 10_000,
  openCount: 100_000,
  headTimeout: 10_000,
  bodyTimeout: 60_000,
  /** The timeout of a signed-in sender's body. `slowBodySilence` is the longest pause between two bytes. */
  slowBodyTimeout: 3_600_000,
  slowBodySilence: 30_000,
  unfinishedPerAddress: 100,
  unfinishedPerUser: 20,
  requestsAtOnce: 100,
  /**
   * The delay of a 503 under overload. `delayedRejections` is the number of responses that may be delayed
   * at the same time.
   */
  rejectionDelay: 1_000,
  delayedRejections: 2_000,
  eventLoopDelay: 2_000,
  /** The grace period after startup. During this time the event loop is not monitored, because startup blocks it. */
  startGrace: 5_000,
  /** The maximum number of requests without a session, such as sign-ins, per second and address. */
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
  /**
   * The maximum number of applicants that one transaction assigns. It is small, so that locks are short and
   * a crash loses little work.
   */
  assignedPerTransaction: 500,
  /** The maximum wait in the queue for expensive work, such as hashing a password or reading a spreadsheet. */
  workWait: 2_000,
  signInsWaiting: 32,
  uploadsAtOnce: 2,
  uploadsWaiting: 8,
  /** The maximum number of spreadsheets, and downloads of failed rows, that wait for a process. */
  spreadsheetsWaiting: 20,
  spreadsheetWait: 10_000,
  /**
   * The CPU time of the process that reads a file. Beyond it, the file is rejected. Beyond
   * `spreadsheetTimeout`, the machine is assumed to be too busy.
   */
  spreadsheetCpu: 8_000,
  spreadsheetTimeout: 25_000,
  spreadsheetMegabytes: 352,
  spreadsheetHeapMegabytes: 288,
  unpackedBytes: 104_857_600,
  spreadsheetParts: 2_000,
  /** The maximum number of an admin's tried files that were not taken in. The oldest are deleted. */
  triesKept: 10,
  shortSearchesAtOnce: 1,
  shortSearchWait: 2_000,
  reportProcesses: 2,
  /**
   * The idle time after which a report process ends. A process takes 200 MB of memory, and starting a new
   * one takes 250 ms.
   */
  reportProcessIdle: 60_000,
  /**
   * The timeout of a new process's first report. The process may finish the report although its request has
   * timed out.
   */
  reportProcessStart: 60_000,
  reportsWaiting: 16,
  reportTimeout: 7_500,
  /** The part of `reportAnswer` for drawing the PDF in a free process. */
  reportDrawing: 6_000,
  /**
   * The timeout of a whole report, from its photos to its signature. It is shorter than the app's timeout
   * of ten seconds.
   */
  reportAnswer: 8_000,
  archivesPerAdmin: 3,
  /** The time without activity after which another server continues a server's archive. */
  archiveLeaseSeconds: 30,
  archiveTries: 5,
  exportMaxRows: 100_000,
  exportsPerAdmin: 3,
  exportsKept: 20,
  /** The time without activity after which another server restarts a server's export. */
  exportLeaseSeconds: 60,
  exportTries: 3,
  /** The days before the last daily export that are searched for decisions that no daily export contains. */
  deliveryLookBackDays: 31,
  /** The time without activity after which another server sends a server's daily export again. */
  deliveryLeaseSeconds: 900,
  /** The timeout of one try to send a file, in seconds, until the file has its final name. */
  deliverySeconds: 120,
  /** The seconds before the second try. Each later wait is twice as long, up to `deliveryRetryLongestSeconds`. */
  deliveryRetrySeconds: 60,
  deliveryRetryLongestSeconds: 21_600,
  deliveryTries: 20,
  submissionsAtOnce: 48,
  submissionsPerAgent: 3,
  /** The maximum number of photos that are uploaded at the same time, each in its own request. */
  photosAtOnce: 48,
  photosPerAgent: 4,
  /** The `Retry-After` header beyond the four limits above, in seconds. */
  sendersRetryAfter: 15,
  /**
   * The bytes of an incomplete photo that are stored in one step. A broken connection loses at most this
   * many bytes.
   */
  photoPieceBytes: 16_384,
  /**
   * The time without a new byte after which a temporary file is deleted. No upload pauses for so long,
   * because `slowBodySilence` is far shorter.
   */
  abandonedFile: 1_800_000,
  /** The days without a new byte after which an incomplete photo is deleted. */
  photoPartDays: 30,
  devicesPerAgent: 5,
  /**
   * The maximum number of messages about an applicant with one agent. `messagesPerHour` is the maximum that
   * one author sends in an hour.
   */
  messagesPerTask: 200,
  messagesPerHour: 120,
  /** The maximum size of a file to which a phone saved a visit with its photos. */
  visitFileBytes: 33_554_432,
  visitFilesAtOnce: 2,
  heicAtOnce: 1,
  heicTimeout: 20_000,
  heicMegabytes: 1_024,
  photoPixels: 50_000_000,
  photoSeconds: 20,
  streamsPerUser: 8,
  streamBytesWaiting: 262_144,
  /** The interval of heartbeats. Each heartbeat also checks the session. */
  streamHeartbeat: 20_000,
};
