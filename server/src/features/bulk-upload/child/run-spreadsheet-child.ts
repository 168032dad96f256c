import { Readable } from 'node:stream';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { serverLimits } from '../../../limits.ts';
import { unavailable } from '../../../problems.ts';
import {
  ChildDied,
  JobLate,
  type JobOptions,
  PoolBusy,
  type PoolLimits,
  startChildPool,
} from '../../../work/child-pool.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import type { FailedRow } from '../rows/check-row.ts';
import type { PackedApplicants } from '../rows/pack-applicants.ts';
import type { DryRunSummary } from './dry-run-summary.ts';
import type { ReadTable, WantedReading } from './read-mapped.ts';
import type { SpreadsheetJob, SpreadsheetOutcome, SpreadsheetPart } from './spreadsheet-child.ts';

export interface SpreadsheetInReading {
  /** The packs of valid applicants. Throws SpreadsheetRejected if the rest of the file can't be read. */
  packs: Readable & AsyncIterable<PackedApplicants>;
  /** The rows that can't be stored. Complete after the packs have ended. */
  failed: FailedRow[];
  /** The table that was read. Absent while rows are still being read, and if no mapping was used. */
  table?: ReadTable;
  /** The result of a dry run. Absent until the packs have ended, and if the job is not a dry run. */
  summary?: DryRunSummary;
}

/**
 * A process reads one file, because a hostile file can hang or crash a parser. A file that exceeds the limit
 * of CPU time or memory is rejected. If only the deadline passes, the machine is busy, and the answer is a 503.
 */
export const readerLimits: PoolLimits = {
  processes: serverLimits.uploadsAtOnce,
  jobsPerProcess: 1,
  tries: 1,
  queue: serverLimits.spreadsheetsWaiting,
  longestWait: serverLimits.spreadsheetWait,
  cpuMilliseconds: serverLimits.spreadsheetCpu,
  deadline: serverLimits.spreadsheetTimeout,
  heapMegabytes: serverLimits.spreadsheetHeapMegabytes,
  memoryMegabytes: serverLimits.spreadsheetMegabytes,
};

/** Starts a pool of processes that read files. Passes no copy of the limits, because the API tests change them. */
export const startReaders = (limits: PoolLimits = readerLimits) =>
  startChildPool<SpreadsheetJob, SpreadsheetOutcome, SpreadsheetPart>(
    new URL('./spreadsheet-child.ts', import.meta.url),
    limits,
  );

type Readers = ReturnType<typeof startReaders>;
const usual = startReaders();

/** Starts to read a file. Only .xlsx and .xls are accepted, unless the job has a `reading`. */
export function readSpreadsheet(
  job: Omit<SpreadsheetJob, 'failures'>,
  readers: Readers = usual,
): SpreadsheetInReading {
  const leaving = new AbortController();
  const packs = new Readable({
    objectMode: true,
    read() {},
    destroy(error, done) {
      leaving.abort();
      done(error);
    },
  });
  const reading: SpreadsheetInReading = { packs, failed: [] };
  // Without a listener, an error after the last pack would end the process.
  packs.on('error', () => {});
  const onPart = (part: SpreadsheetPart) => {
    if ('pack' in part) packs.push(part.pack);
    else if ('table' in part) reading.table = part.table;
    else if ('summary' in part) reading.summary = part.summary;
    else for (const row of part.failed) reading.failed.push(row);
  };
  run(readers, job, { onPart, signal: leaving.signal }).then(
    () => packs.push(null),
    (error: Error) => packs.destroy(error),
  );
  return reading;
}

export async function writeFailedRows(
  bytes: Uint8Array,
  failures: readonly FailedRecord[],
  reading?: WantedReading,
): Promise<Buffer> {
  return Buffer.from(await run(usual, { bytes, failures, reading }));
}

async function run(readers: Readers, job: SpreadsheetJob, options?: JobOptions<SpreadsheetPart>) {
  const outcome = await readers.run(job, options).catch((error: unknown) => {
    throw explain(error);
  });
  if ('refused' in outcome) throw new SpreadsheetRejected(outcome.refused);
  return outcome.written;
}

function explain(error: unknown): unknown {
  if (error instanceof JobLate || error instanceof PoolBusy) {
    return unavailable('The server is too busy to read this file. Please try again.');
  }
  if (!(error instanceof ChildDied)) return error;
  if (error.signal === 'SIGXCPU') return new SpreadsheetRejected(rejections.tooSlow);
  const isKilled = error.signal !== null || (error.code ?? 0) >= 128;
  return isKilled ? new SpreadsheetRejected(rejections.tooHungry) : error;
}
