/**
 * The limits that only the server needs; limits that the app shares are in contract/src/limits.ts.
 * docs/settings.md describes what happens beyond each limit, and a test compares the document with this file.
 * Times are in milliseconds and sizes in bytes, unless the name contains another unit.
 */
export const serverLimits = {
  requestBytes: 1_048_576,
  requestValues: 10_000,
  /**
   * Lists with filters that have no stored counts are counted up to this number; with the filter `due`, up to
   * `openCount`. With `upload` but without `due`, all applicants of the upload are counted.
   */
  listCount: 10_000,
  openCount: 100_000,
  headTimeout: 10_000,
  bodyTimeout: 60_000,
  /** The timeout of a body with photos or a visit's file, and the longest pause between two of its bytes. */
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
  startGrace: 5_000,
  publicCallsPerSecond: 200,
  codeChecksPerMinute: 30,
  readyAnswer: 2_000,
  databaseConnections: 12,
  databaseWaiting: 400,
  databaseWait: 500,
  databaseConnect: 3_000,
  statementTimeout: 7_000,
  learningPlaces: 600_000,
  retention: 600_000,
  commandStatement: 600_000,
  idleTransaction: 30_000,
  /**
   * The maximum number of applicants that one transaction assigns. It is small, so that locks are short and
   * a crash loses little work.
   */
  assignedPerTransaction: 500,
  workWait: 2_000,
  signInsWaiting: 32,
  uploadsAtOnce: 2,
  uploadsWaiting: 8,
  spreadsheetsWaiting: 20,
  spreadsheetWait: 10_000,
  /**
   * The maximum CPU time for reading a file. A file that takes longer is rejected as too complex. After
   * `spreadsheetTimeout` without a result, the request gets a 503, because the machine is probably too busy.
   */
  spreadsheetCpu: 8_000,
  spreadsheetTimeout: 25_000,
  spreadsheetMegabytes: 352,
  spreadsheetHeapMegabytes: 288,
  unpackedBytes: 104_857_600,
  spreadsheetParts: 2_000,
  dryRunsKept: 10,
  shortSearchesAtOnce: 1,
  shortSearchWait: 2_000,
  reportProcesses: 2,
  /**
   * The idle time after which a report process ends. A process takes 200 MB of memory, and starting a new
   * one takes 250 ms.
   */
  reportProcessIdle: 60_000,
  /**
   * The time for a new process to start and make its first report. It is longer than `reportDrawing`, so that
   * a slow start can finish after the request has timed out.
   */
  reportProcessStart: 60_000,
  reportsWaiting: 16,
  reportTimeout: 7_500,
  reportDrawing: 6_000,
  /**
   * The timeout of a whole report, from reading its photos to signing the PDF. It is shorter than the app's
   * timeout of ten seconds.
   */
  reportAnswer: 8_000,
  archivesPerAdmin: 3,
  archiveLeaseSeconds: 30,
  archiveTries: 5,
  exportMaxRows: 100_000,
  exportsPerAdmin: 3,
  exportsKept: 20,
  exportLeaseSeconds: 60,
  exportTries: 3,
  deliveryLookBackDays: 31,
  deliveryLeaseSeconds: 900,
  deliverySeconds: 120,
  deliveryRetrySeconds: 60,
  deliveryRetryLongestSeconds: 21_600,
  deliveryTries: 20,
  submissionsAtOnce: 48,
  submissionsPerAgent: 3,
  photosAtOnce: 48,
  photosPerAgent: 4,
  sendersRetryAfterSeconds: 15,
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
  photoPartDays: 30,
  devicesPerAgent: 5,
  messagesPerTask: 200,
  messagesPerHour: 120,
  visitFileBytes: 33_554_432,
  visitFilesAtOnce: 2,
  heicAtOnce: 1,
  heicTimeout: 20_000,
  heicMegabytes: 1_024,
  photoPixels: 50_000_000,
  photoSeconds: 20,
  streamsPerUser: 8,
  streamBytesWaiting: 262_144,
  streamHeartbeat: 20_000,
};
