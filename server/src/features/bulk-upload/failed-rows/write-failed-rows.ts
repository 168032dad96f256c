import { Readable, type Writable } from 'node:stream';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import { ZipFile } from 'yazl';
import { findColumns } from '../read/header-row.ts';
import { normalizeMobile } from '../rows/normalize.ts';
import { failedRowsParts, sheetEnd, sheetRow, sheetStart } from './failed-rows-xml.ts';

/** Characters of a cell in Excel; only other programs write more. */
const longestCell = 32_767;

/** Heading of the column that says why; a file that comes back with it is read without it. */
const reasonHeading = 'Why not stored';

const isReason = (heading: string) => heading.trim() === reasonHeading;

/**
 * The rows of a spreadsheet that were not stored, as they were sent, after a column that says why. An identity number is
 * handed on from no other column than the application's number, which may look like one; also not from those that are not read.
 */
export class FailedRows {
  private readonly failures: Map<number, FailedRecord>;
  private readonly rows: { reason: string; cells: readonly string[] }[] = [];

  constructor(failures: readonly FailedRecord[]) {
    this.failures = new Map(failures.map((failure) => [failure.row, failure]));
  }

  take(row: number, cells: readonly string[]): void {
    const failure = this.failures.get(row);
    if (!failure) return;
    this.rows.push({
      reason: `Row ${row}: ${failure.errors.join('; ')}`,
      cells: cells.map((cell) => cell.slice(0, longestCell)),
    });
  }

  async write(headings: readonly string[], to: Writable): Promise<void> {
    const zip = new ZipFile();
    for (const [name, content] of failedRowsParts) zip.addBuffer(Buffer.from(content), name);
    zip.addReadStream(Readable.from(this.drawSheet(headings)), 'xl/worksheets/sheet1.xml');
    zip.end();
    for await (const chunk of Readable.from(zip.outputStream)) {
      await new Promise((resolve) => to.write(chunk, resolve));
    }
  }

  private *drawSheet(headings: readonly string[]): Generator<string> {
    // Otherwise an older reason would be next to the new one.
    const columns = [...headings.keys()].filter((column) => !isReason(headings[column] ?? ''));
    const { application_id, mobile_number } = Object.fromEntries(findColumns(headings));
    const show = (cell: string, column: number) =>
      column === application_id || (column === mobile_number && isMobile(cell))
        ? cell
        : hideAadhaar(cell);
    yield sheetStart(columns.length);
    yield sheetRow(
      1,
      reasonHeading,
      columns.map((at) => hideAadhaar(headings[at] ?? '')),
      'heading',
    );
    for (const [index, { reason, cells }] of this.rows.entries()) {
      yield sheetRow(
        index + 2,
        reason,
        columns.map((at) => show(cells[at] ?? '', at)),
        'row',
      );
    }
    yield sheetEnd;
  }
}

/** With its 91 it may read as an identity number by chance. */
const isMobile = (cell: string) =>
  new RegExp(`^\\d{${limits.phoneDigits}}$`).test(normalizeMobile(cell));
