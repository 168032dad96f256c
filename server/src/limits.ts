/**
 * The server's own limits; those that the app knows too are in contract/src/limits.ts. The table in docs/settings.md says
 * what happens beyond each one, and a test compares it with the code. Milliseconds and bytes where the name has no unit.
 */
export const serverLimits = {
  /** Bytes of a body that is not multipart. */
  requestBytes: 1_048_576,
  /** Values and names of a JSON body: one call assigns up to 5,000 applicants. */
  requestValues: 10_000,
  /** A list's filters count exactly so far; with `due`, which looks at open work alone, so far. */
  listCount: 10_000,
  openCount: 100_000,
  headTimeout: 10_000,
  bodyTimeout: 60_000,
  /** A known sender may take longer, provided that bytes keep coming. */
  slowBodyTimeout: 3_600_000,
  slowBodySilence: 30_000,
  unfinishedPerAddress: 100,
  unfinishedPerUser: 20,
  requestsAtOnce: 100,
  /** How long a 503 under overload is delayed, and how many may be delayed. */
  refusalDelay: 1_000,
  refusalsHeld: 2_000,
  eventLoopDelay: 2_000,
  /** The start blocks the event loop, so it is not watched until then. */
  startGrace: 5_000,
  /** Calls that need no session, such as signing in, per second and address. */
  publicCallsPerSecond: 200,
  codeChecksPerMinute: 30,
  /** `/readyz` asks the database. */
  readyAnswer: 2_000,
  databaseConnections: 12,
  databaseWaiting: 400,
  databaseWait: 500,
  /** Making a connection to the database. */
  databaseConnect: 3_000,
  statementTimeout: 7_000,
  /** Learning once a day where pin codes are, from the visits of two years. */
  learningPlaces: 600_000,
  /** One statement of retention, which looks at all closed cases. */
  retention: 600_000,
  /** One statement of a command, or of the count at a start after the time zone has changed. */
  commandStatement: 600_000,
  idleTransaction: 30_000,
  /** Small steps: locks are short, and a kill loses at most one step. */
  assignedPerTransaction: 500,
  /** Waiting for expensive work: hashing a password, reading a spreadsheet. */
  workWait: 2_000,
  signInsWaiting: 32,
  uploadsAtOnce: 2,
  uploadsWaiting: 8,
  /** Uploads in turn, and failed rows to download: what waits for a process. */
  spreadsheetsWaiting: 20,
  spreadsheetWait: 10_000,
  /** Of the file's own process. Beyond it the file is the cause, beyond the timeout the machine. */
  spreadsheetCpu: 8_000,
  spreadsheetTimeout: 25_000,
  spreadsheetMegabytes: 352,
  spreadsheetHeapMegabytes: 288,
  unpackedBytes: 104_857_600,
  spreadsheetParts: 2_000,
  shortSearchesAtOnce: 1,
  shortSearchWait: 2_000,
  reportProcesses: 2,
  /** A report process takes 200 MB. The first report after it has ended takes a quarter of a second longer. */
  reportProcessIdle: 60_000,
  reportsWaiting: 16,
  reportTimeout: 7_500,
  /** Of these, the drawing in a free process. */
  reportDrawing: 6_000,
  /** A report from its photos to its signature. The app stops waiting after ten seconds, and must have a clear answer by then. */
  reportAnswer: 8_000,
  archivesPerAdmin: 3,
  /** Another server continues an archive whose server does not respond for so long. */
  archiveLeaseSeconds: 30,
  archiveTries: 5,
  exportMaxRows: 100_000,
  exportsPerAdmin: 3,
  exportsKept: 20,
  /** Another server starts an export again whose server does not respond for so long. */
  exportLeaseSeconds: 60,
  exportTries: 3,
  submissionsAtOnce: 48,
  submissionsPerAgent: 3,
  /** Photos of visits, each sent by itself. */
  photosAtOnce: 48,
  photosPerAgent: 4,
  /** `Retry-After` of these limits, in seconds. */
  sendersRetryAfter: 15,
  /** Bytes of a photo under way that are stored at a time: what a cut can lose. */
  photoPieceBytes: 16_384,
  /** Without a further byte; `slowBodySilence` allows far less. */
  abandonedFile: 1_800_000,
  /** Days without a further byte, after which the part of a photo is deleted. */
  photoPartDays: 30,
  devicesPerAgent: 5,
  /** A visit that its phone saved to a file, with its photos. */
  visitFileBytes: 33_554_432,
  visitFilesAtOnce: 2,
  heicAtOnce: 1,
  heicTimeout: 20_000,
  heicMegabytes: 1_024,
  photoPixels: 50_000_000,
  photoSeconds: 20,
  streamsPerUser: 8,
  streamBytesWaiting: 262_144,
  /** Between two signs of life, at each of which the session is looked at. */
  streamHeartbeat: 20_000,
};
