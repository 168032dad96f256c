/**
 * The server's limits besides those of the contract (contract/src/limits.ts). docs/settings.md, "Limits", says of each
 * what is answered beyond it; a test holds table and code together. Milliseconds and bytes where nothing else is said.
 */
export const serverLimits = {
  /** Of a body that is not multipart. */
  requestBytes: 1_048_576,
  headTimeout: 10_000,
  bodyTimeout: 60_000,
  /** A known sender may take longer, provided that bytes keep coming. */
  slowBodyTimeout: 3_600_000,
  slowBodySilence: 30_000,
  unfinishedPerAddress: 100,
  unfinishedPerUser: 20,
  requestsAtOnce: 100,
  eventLoopDelay: 2_000,
  /** The start blocks the event loop, so it is not watched until then. */
  startGrace: 5_000,
  /** Calls that need no session, such as signing in, per second and address. */
  publicCallsPerSecond: 200,
  codeChecksPerMinute: 30,
  databaseConnections: 12,
  databaseWaiting: 400,
  databaseWait: 500,
  statementTimeout: 7_000,
  /** Waiting for expensive work: hashing a password, reading a spreadsheet. */
  workWait: 2_000,
  signInsWaiting: 32,
  uploadsAtOnce: 2,
  uploadsWaiting: 8,
  shortSearchesAtOnce: 1,
  shortSearchWait: 2_000,
  reportProcesses: 2,
  reportsWaiting: 16,
  reportTimeout: 7_500,
  submissionsAtOnce: 48,
  submissionsPerAgent: 3,
  /** Photos of visits, each sent by itself. */
  photosAtOnce: 48,
  photosPerAgent: 4,
  /** Bytes of a photo under way that are stored at a time: what a cut can lose. */
  photoPieceBytes: 16_384,
  /** Days without a further byte, after which the part of a photo is deleted. */
  photoPartDays: 30,
  devicesPerAgent: 5,
  /** A visit that its phone saved to a file, with its photos. */
  visitFileBytes: 33_554_432,
  visitFilesAtOnce: 2,
  heicAtOnce: 1,
  streamsPerUser: 8,
  streamBytesWaiting: 262_144,
};
