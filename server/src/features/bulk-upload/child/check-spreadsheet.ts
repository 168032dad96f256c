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
import { refusals, SpreadsheetRefused } from '../read/spreadsheet-refused.ts';
import type { PackedApplicants } from '../rows/pack-applicants.ts';
import type {
  SpreadsheetJob,
  SpreadsheetOutcome,
  SpreadsheetPart,
  Turnaround,
} from './spreadsheet-child.ts';

/** A spreadsheet that is being read and held against the rules. */
export interface SpreadsheetInReading {
  /** Applicants ready to be stored, as they are read. Ends with SpreadsheetRefused where the rest can't be read. */
  packs: Readable & AsyncIterable<PackedApplicants>;
  /** Complete once the packs have ended. */
  failed: FailedRecord[];
}

/** A spreadsheet as read and held against the rules: applicants ready to be stored, and the rows that can't be. */
export interface CheckedSpreadsheet {
  good: number;
  packs: PackedApplicants[];
  failed: FailedRecord[];
}

/** A process for each file: a hostile one may hang or abort a parser. Processor time blames the file, the clock the machine. */
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

/** Reads and checks the first visible, filled sheet of an .xlsx or .xls, whatever the file's name. */
export function readSpreadsheet(
  bytes: Uint8Array,
  readers: Readers = usual,
  turnaround?: Turnaround,
): SpreadsheetInReading {
  const failed: FailedRecord[] = [];
  const leaving = new AbortController();
  const packs = new Readable({
    objectMode: true,
    read() {},
    destroy(error, done) {
      leaving.abort();
      done(error);
    },
  });
  // Errors after the last pack are ignored, and must not end the process.
  packs.on('error', () => {});
  const onPart = (part: SpreadsheetPart) => {
    if ('pack' in part) packs.push(part.pack);
    else for (const row of part.failed) failed.push(row);
  };
  run(readers, { bytes, turnaround }, { onPart, signal: leaving.signal }).then(
    () => packs.push(null),
    (error: Error) => packs.destroy(error),
  );
  return { packs, failed };
}

/** Reads and checks a spreadsheet to its end. Throws SpreadsheetRefused. */
export async function checkSpreadsheet(
  bytes: Uint8Array,
  readers?: Readers,
): Promise<CheckedSpreadsheet> {
  const { packs: reading, failed } = readSpreadsheet(bytes, readers);
  const packs: PackedApplicants[] = [];
  for await (const pack of reading) packs.push(pack);
  return { good: packs.reduce((sum, { count }) => sum + count, 0), packs, failed };
}

/** The rows of a spreadsheet that failed, as a spreadsheet with a column that says why. */
export async function writeFailedRows(
  bytes: Uint8Array,
  failures: readonly FailedRecord[],
): Promise<Buffer> {
  return Buffer.from(await run(usual, { bytes, failures }));
}

/** Throws SpreadsheetRefused, and a 503 where the file could not be read in time. */
async function run(readers: Readers, job: SpreadsheetJob, options?: JobOptions<SpreadsheetPart>) {
  const outcome = await readers.run(job, options).catch((error: unknown) => {
    throw explain(error);
  });
  if ('refused' in outcome) throw new SpreadsheetRefused(outcome.refused);
  return outcome.written;
}

function explain(error: unknown): unknown {
  if (error instanceof JobLate || error instanceof PoolBusy) {
    return unavailable('The server is too busy to read this file. Please try again.');
  }
  if (!(error instanceof ChildDied)) return error;
  if (error.signal === 'SIGXCPU') return new SpreadsheetRefused(refusals.tooSlow);
  const isKilled = error.signal !== null || (error.code ?? 0) >= 128;
  return isKilled ? new SpreadsheetRefused(refusals.tooHungry) : error;
}
