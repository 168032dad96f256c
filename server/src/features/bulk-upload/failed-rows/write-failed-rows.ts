import { Readable, type Writable } from 'node:stream';
import type { FailedRecord, UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import { ZipFile } from 'yazl';
import { findColumns } from '../read/header-row.ts';
import { normalizeMobile } from '../rows/normalize.ts';
import { failedRowsParts, sheetEnd, sheetRow, sheetStart } from './failed-rows-xml.ts';

/** The most characters of a cell in Excel; only other programs write more. */
const longestCell = 32_767;

/** The heading of the reasons; an uploaded column of this name is ignored. */
const reasonHeading = 'Why not stored';

const isReason = (heading: string) => heading.trim() === reasonHeading;

/** The headings of a file, and the columns of fields that their names don't identify. */
interface SentTable {
  headings: readonly string[];
  columns?: (field: UploadColumn) => readonly number[];
}

/**
 * Writes the failed rows of a spreadsheet as they were sent, after a column of reasons. Identity numbers are
 * removed from every column except the application's number, which may look like one; also from unread
 * columns.
 */
export class FailedRows {
  private readonly failures = new Map<number, readonly string[]>();
  private readonly rows: { reason: string; cells: readonly string[] }[] = [];

  constructor(failures: readonly FailedRecord[]) {
    // A row of two contact points may fail twice.
    for (const { row, errors } of failures) {
      this.failures.set(row, [...(this.failures.get(row) ?? []), ...errors]);
    }
  }

  take = (row: number, cells: readonly string[]): void => {
    const errors = this.failures.get(row);
    if (!errors) return;
    this.rows.push({
      reason: `Row ${row}: ${errors.join('; ')}`,
      cells: cells.map((cell) => cell.slice(0, longestCell)),
    });
  };

  async write(sent: SentTable, to: Writable): Promise<void> {
    const zip = new ZipFile();
    for (const [name, content] of failedRowsParts) zip.addBuffer(Buffer.from(content), name);
    zip.addReadStream(Readable.from(this.drawSheet(sent)), 'xl/worksheets/sheet1.xml');
    zip.end();
    for await (const chunk of Readable.from(zip.outputStream)) {
      await new Promise((resolve) => to.write(chunk, resolve));
    }
  }

  private *drawSheet({
    headings,
    columns: columnsOf = byName(headings),
  }: SentTable): Generator<string> {
    // Otherwise an older reason would be next to the new one.
    const columns = [...headings.keys()].filter((column) => !isReason(headings[column] ?? ''));
    const numbers = new Set(columnsOf('application_id'));
    const mobiles = new Set(columnsOf('mobile_number'));
    const show = (cell: string, column: number) =>
      numbers.has(column) || (mobiles.has(column) && isMobile(cell)) ? cell : hideAadhaar(cell);
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

function byName(headings: readonly string[]): NonNullable<SentTable['columns']> {
  const found = findColumns(headings);
  return (field) => [found.get(field) ?? []].flat();
}

/** With its 91 it may look like an identity number by chance. */
const isMobile = (cell: string) =>
  new RegExp(`^\\d{${limits.phoneDigits}}$`).test(normalizeMobile(cell));
