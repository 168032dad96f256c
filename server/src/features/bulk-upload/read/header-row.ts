import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { columnNames } from './column-names.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

/** Takes a row that holds something: its 1-based number and its cells from column A on. */
export type TakeRow = (row: number, cells: string[]) => void;

/** A filled row: its 1-based number in the spreadsheet, and what its cells say, in the order of `columnOrder`. */
export interface NamedRow {
  row: number;
  values: string[];
  /** All its cells as they were sent, unknown columns included. */
  cells: readonly string[];
}

export const columnOrder = Object.keys(columnNames) as UploadColumn[];

/** Characters of a heading that are read: with any hint in brackets no column's name is longer. */
const longestHeading = 500;

/** Case, spaces, punctuation and bracketed hints are no part of a column's name. */
function plainName(text: string): string {
  return text
    .slice(0, longestHeading)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replaceAll('number', 'no');
}

const columnsByName = new Map(
  columnOrder.flatMap((column) =>
    columnNames[column].map((name, rank) => [plainName(name), { column, rank }] as const),
  ),
);

/** Which cell of a possible header row names which column. */
export function findColumns(cells: readonly string[]): Map<UploadColumn, number> {
  const found = new Map<UploadColumn, { index: number; rank: number }>();
  for (const [index, cell] of cells.entries()) {
    const known = columnsByName.get(plainName(cell));
    if (known && known.rank < (found.get(known.column)?.rank ?? Infinity)) {
      found.set(known.column, { index, rank: known.rank });
    }
  }
  return new Map([...found].map(([column, { index }]) => [column, index]));
}

const rowsSearched = 30;

/**
 * Finds the first row that names every required column, among the first rows of a sheet, and passes on the rows under it.
 * Rows are pushed, not pulled: an async iterator's turn for each of 200,000 rows takes longer than the reading.
 */
export class RowsUnderHeader {
  private header: (number | undefined)[] | undefined;
  private likeliest = new Map<UploadColumn, number>();
  private searched = 0;
  private count = 0;
  /** The header row as it was sent, once it is found. */
  headings: readonly string[] = [];
  private readonly required: readonly UploadColumn[];
  private readonly pass: (row: NamedRow) => void;

  constructor(required: readonly UploadColumn[], pass: (row: NamedRow) => void) {
    this.required = required;
    this.pass = pass;
  }

  take: TakeRow = (row, cells) => {
    if (!this.header) return this.search(cells);
    const values = this.header.map((index) => (index === undefined ? '' : (cells[index] ?? '')));
    if (values.every((value) => value === '')) return;
    if (++this.count > limits.uploadMaxRows) throw new SpreadsheetRefused(refusals.tooManyRows);
    this.pass({ row, values, cells });
  };

  private search(cells: readonly string[]): void {
    const found = findColumns(cells);
    if (this.required.every((column) => found.has(column))) {
      this.header = columnOrder.map((column) => found.get(column));
      this.headings = cells;
      return;
    }
    if (found.size > this.likeliest.size) this.likeliest = found;
    if (++this.searched === rowsSearched) this.refuseHeader();
  }

  private refuseHeader(): never {
    const missing = this.required.filter((column) => !this.likeliest.has(column));
    throw new SpreadsheetRefused(
      this.likeliest.size < 2 ? refusals.noHeader(this.required) : refusals.missingColumns(missing),
    );
  }

  /** To be called after the last row. */
  end(): void {
    if (this.header && this.count > 0) return;
    if (this.header) throw new SpreadsheetRefused(refusals.noRows);
    if (this.searched === 0) throw new SpreadsheetRefused(refusals.noCells);
    this.refuseHeader();
  }
}
