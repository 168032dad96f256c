import { Readable } from 'node:stream';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { PackedApplicants } from '../rows/pack-applicants.ts';
import { type ReadingLimits, runChild } from './run-child.ts';

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

/** Reads and checks the first visible, filled sheet of an .xlsx or .xls, whatever the file's name. */
export function readSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<ReadingLimits> = {},
): SpreadsheetInReading {
  const failed: FailedRecord[] = [];
  const packs = new Readable({ objectMode: true, read() {} });
  // Whoever has stopped taking packs hears of no error; that must not end the process.
  packs.on('error', () => {});
  const hear: Parameters<typeof runChild>[2] = (message) => {
    if ('pack' in message) packs.push(message.pack);
    else if ('failed' in message) for (const row of message.failed) failed.push(row);
  };
  runChild({ check: true }, bytes, hear, limits).then(
    () => packs.push(null),
    (error: Error) => packs.destroy(error),
  );
  return { packs, failed };
}

/** Reads and checks a spreadsheet to its end. Throws SpreadsheetRefused. */
export async function checkSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<ReadingLimits> = {},
): Promise<CheckedSpreadsheet> {
  const { packs: reading, failed } = readSpreadsheet(bytes, limits);
  const packs: PackedApplicants[] = [];
  for await (const pack of reading) packs.push(pack);
  return { good: packs.reduce((sum, { count }) => sum + count, 0), packs, failed };
}

/** The rows of a spreadsheet that failed, as a spreadsheet with a column that says why. */
export function writeFailedRows(bytes: Uint8Array, failures: FailedRecord[]): Promise<Buffer> {
  return runChild({ write: failures }, bytes, () => {});
}
