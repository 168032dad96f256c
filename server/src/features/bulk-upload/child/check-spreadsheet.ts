import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { PackedApplicants } from '../rows/pack-applicants.ts';
import { type ReadingLimits, runChild } from './run-child.ts';

/** A spreadsheet as read and held against the rules: applicants ready to be stored, and the rows that can't be. */
export interface CheckedSpreadsheet {
  good: number;
  packs: PackedApplicants[];
  failed: FailedRecord[];
}

/** Reads and checks the first visible, filled sheet of an .xlsx or .xls, whatever the file's name. Throws SpreadsheetRefused. */
export async function checkSpreadsheet(
  bytes: Uint8Array,
  limits: Partial<ReadingLimits> = {},
): Promise<CheckedSpreadsheet> {
  const checked: CheckedSpreadsheet = { good: 0, packs: [], failed: [] };
  await runChild(
    { check: true },
    bytes,
    (message) => {
      if ('pack' in message) checked.packs.push(message.pack);
      else if ('failed' in message) for (const row of message.failed) checked.failed.push(row);
      else if ('done' in message) checked.good = message.done.good;
    },
    limits,
  );
  return checked;
}

/** The rows of a spreadsheet that failed, as a spreadsheet with a column that says why. */
export function writeFailedRows(bytes: Uint8Array, failures: FailedRecord[]): Promise<Buffer> {
  return runChild({ write: failures }, bytes, () => {});
}
