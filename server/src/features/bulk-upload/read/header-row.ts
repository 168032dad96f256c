import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import lenderNames from './column-names.json' with { type: 'json' };
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';

/** Receives a non-empty row: its 1-based number and its cells from column A on. */
export type TakeRow = (row: number, cells: string[]) => void;

/** A non-empty row: its 1-based number in the spreadsheet, and its cells in the order of `columnOrder`. */
export interface NamedRow {
  row: number;
  values: string[];
  /** All cells of the row as they were sent, including unknown columns. */
  cells: readonly string[];
}

/**
 * The names that lenders give our columns. If several cells have a name of the same column, the name that
 * comes first in this list wins.
 */
const columnNames: Record<UploadColumn, readonly string[]> = lenderNames;

export const columnOrder = Object.keys(columnNames) as UploadColumn[];

/**
 * The number of characters that are read of each heading. No column's name is longer, even with a hint in
 * brackets.
 */
const longestHeading = 500;

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

/** Returns for each column the index of the cell that contains the column's name. */
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
 * Finds the first row that names every required column, and passes on the rows below. Calls a function for
 * each row, because an async iterator over 200,000 rows takes longer than reading the rows.
 */
export class RowsUnderHeader {
  private header: (number | undefined)[] | undefined;
  private likeliest = new Map<UploadColumn, number>();
  private searched = 0;
  private count = 0;
  /** The header row as it was sent. Empty until the row is found. */
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
    if (++this.count > limits.uploadMaxRows) throw new SpreadsheetRejected(rejections.tooManyRows);
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
    throw new SpreadsheetRejected(
      this.likeliest.size < 2
        ? rejections.noHeader(this.required)
        : rejections.missingColumns(missing),
    );
  }

  /**
   * Throws SpreadsheetRejected if the sheet has no header row, or no rows below the header. Must be called
   * after the last row.
   */
  end(): void {
    if (this.header && this.count > 0) return;
    if (this.header) throw new SpreadsheetRejected(rejections.noRows);
    if (this.searched === 0) throw new SpreadsheetRejected(rejections.noCells);
    this.refuseHeader();
  }
}
