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
import type { ReadTable, WantedReading } from './read-mapped.ts';
import type { SpreadsheetJob, SpreadsheetOutcome, SpreadsheetPart } from './spreadsheet-child.ts';
import type { TriedRows } from './try-summary.ts';

/** A spreadsheet that is being read and checked. */
export interface SpreadsheetInReading {
  /** Packs of applicants to store, as they are read. Throws SpreadsheetRejected if the rest can't be read. */
  packs: Readable & AsyncIterable<PackedApplicants>;
  /** Complete once the packs have ended. */
  failed: FailedRow[];
  /** How it was read, once known; only if a mapping was used. */
  table?: ReadTable;
  /** The result of a try, once the packs have ended. */
  tried?: TriedRows;
}

/** A read and checked spreadsheet: applicants to store, and the rows that can't be stored. */
export interface CheckedSpreadsheet {
  good: number;
  packs: PackedApplicants[];
  failed: FailedRecord[];
}

/**
 * One process for each file, since a hostile one may hang or abort a parser. Too much CPU time is the file's
 * fault, too much wall time the machine's.
 */
export const startReaders = (limits: Partial<PoolLimits> = {}) =>
  startChildPool<SpreadsheetJob, SpreadsheetOutcome, SpreadsheetPart>(
    new URL('./spreadsheet-child.ts', import.meta.url),
    {
      ...{ processes: serverLimits.uploadsAtOnce, jobsPerProcess: 1, tries: 1 },
      ...{ queue: serverLimits.spreadsheetsWaiting, longestWait: serverLimits.spreadsheetWait },
      ...{
        cpuMilliseconds: serverLimits.spreadsheetCpu,
        deadline: serverLimits.spreadsheetTimeout,
      },
      heapMegabytes: serverLimits.spreadsheetHeapMegabytes,
      memoryMegabytes: serverLimits.spreadsheetMegabytes,
      ...limits,
    },
  );

type Readers = ReturnType<typeof startReaders>;
const usual = startReaders();

/**
 * Reads and checks a file, regardless of its name. Reads the first visible, filled sheet of an .xlsx or .xls,
 * or any format if a mapping says how.
 */
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
  // Errors after the last pack are ignored, and must not end the process.
  packs.on('error', () => {});
  const onPart = (part: SpreadsheetPart) => {
    if ('pack' in part) packs.push(part.pack);
    else if ('table' in part) reading.table = part.table;
    else if ('tried' in part) reading.tried = part.tried;
    else for (const row of part.failed) reading.failed.push(row);
  };
  run(readers, job, { onPart, signal: leaving.signal }).then(
    () => packs.push(null),
    (error: Error) => packs.destroy(error),
  );
  return reading;
}

/** Reads and checks a complete spreadsheet. Throws SpreadsheetRejected. */
export async function checkSpreadsheet(
  bytes: Uint8Array,
  readers?: Readers,
): Promise<CheckedSpreadsheet> {
  const { packs: reading, failed } = readSpreadsheet({ bytes }, readers);
  const packs: PackedApplicants[] = [];
  for await (const pack of reading) packs.push(pack);
  return { good: packs.reduce((sum, { count }) => sum + count, 0), packs, failed };
}

/** Writes the failed rows of a spreadsheet as a spreadsheet with a column of reasons. */
export async function writeFailedRows(
  bytes: Uint8Array,
  failures: readonly FailedRecord[],
  reading?: WantedReading,
): Promise<Buffer> {
  return Buffer.from(await run(usual, { bytes, failures, reading }));
}

/** Throws SpreadsheetRejected, or a 503 if the file could not be read in time. */
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
