import { buffer } from 'node:stream/consumers';
import type { FailedRecord, UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import { writeXlsxStream } from 'hucre/xlsx';
import { sheetText } from '../../../domain/sheet-text.ts';
import { findColumns } from '../read/header-row.ts';
import { normalizeMobile } from '../rows/normalize.ts';

const reasonHeading = 'Why not stored';

const isReason = (heading: string) => heading.trim() === reasonHeading;

/** Every cell is text, so that leading zeros stay and an edited cell doesn't become a formula. */
const asText = { numFmt: '@' };
const tinted = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FBE9E4' } } as const;

interface SentTable {
  headings: readonly string[];
  columns?: (field: UploadColumn) => readonly number[];
}

/**
 * Writes the failed rows of a spreadsheet as they were sent, with the reasons in a new first column. Masks
 * identity numbers in all cells, except in application numbers and mobile numbers, because these can look
 * like identity numbers.
 */
export class FailedRows {
  private readonly failures = new Map<number, readonly string[]>();
  private readonly rows: { reason: string; cells: readonly string[] }[] = [];

  constructor(failures: readonly FailedRecord[]) {
    // A row with two contact points may fail twice.
    for (const { row, errors } of failures) {
      this.failures.set(row, [...(this.failures.get(row) ?? []), ...errors]);
    }
  }

  take = (row: number, cells: readonly string[]): void => {
    const errors = this.failures.get(row);
    if (errors) this.rows.push({ reason: `Row ${row}: ${errors.join('; ')}`, cells });
  };

  write({ headings, columns: columnsOf = byName(headings) }: SentTable): Promise<Buffer> {
    // Leaves out the column of reasons from an earlier download of failed rows.
    const columns = [...headings.keys()].filter((column) => !isReason(headings[column] ?? ''));
    const numbers = new Set(columnsOf('application_id'));
    const mobiles = new Set(columnsOf('mobile_number'));
    const show = (cell: string, column: number) =>
      numbers.has(column) || (mobiles.has(column) && isMobile(cell)) ? cell : hideAadhaar(cell);
    const { rows } = this;
    function* lines() {
      yield [reasonHeading, ...columns.map((at) => hideAadhaar(headings[at] ?? ''))].map(sheetText);
      for (const { reason, cells } of rows) {
        yield [reason, ...columns.map((at) => show(cells[at] ?? '', at))].map(sheetText);
      }
    }
    const sheet = {
      name: 'Failed rows',
      freezePane: { rows: 1 },
      columns: [
        { width: 56, style: { ...asText, fill: tinted } },
        ...columns.map(() => ({ width: 20, style: asText })),
      ],
    };
    return buffer(writeXlsxStream(lines(), sheet));
  }
}

function byName(headings: readonly string[]): NonNullable<SentTable['columns']> {
  const found = findColumns(headings);
  return (field) => [found.get(field) ?? []].flat();
}

/** Whether a cell is a mobile number, which can look like an identity number if it begins with 91. */
const isMobile = (cell: string) =>
  new RegExp(`^\\d{${limits.phoneDigits}}$`).test(normalizeMobile(cell));
