import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

/** A row of a sheet that holds something: its 1-based number and its cells from column A on. */
export interface SheetRow {
  row: number;
  cells: string[];
}

/** A row's number, then its values in the order of `columnOrder`. */
export type NamedRow = [row: number, ...values: string[]];

/** What lenders call the columns. An earlier name wins over a later one when a sheet has both. */
const names: Record<UploadColumn, readonly string[]> = {
  application_id: [
    'Application ID',
    'Application No',
    'Application Reference No',
    'Application Ref No',
    'App ID',
    'App No',
    'Loan Application No',
    'Loan Application ID',
    'Application',
    'Reference No',
    'Ref No',
    'Reference ID',
    'Case ID',
    'Case No',
    'Lead ID',
    'Lead No',
    'File No',
    'Loan No',
    'Loan Account No',
    'LAN',
  ],
  applicant_name: [
    'Applicant Name',
    'Name of Applicant',
    'Applicant Full Name',
    'Applicant',
    'Customer Name',
    'Name of Customer',
    'Customer',
    'Borrower Name',
    'Borrower',
    'Full Name',
    'Name',
  ],
  applicant_type: ['Applicant Type', 'Type of Applicant', 'Applicant Category', 'Customer Type'],
  portfolio_name: [
    'Portfolio Name',
    'Portfolio',
    'Bank Name',
    'Bank',
    'Client Name',
    'Client',
    'Lender Name',
    'Lender',
    'Institution',
  ],
  product_type: ['Product Type', 'Product', 'Product Name', 'Loan Type', 'Type of Loan'],
  visit_type: [
    'Visit Type',
    'Type of Visit',
    'Visit',
    'FI Type',
    'Verification Type',
    'Type of Verification',
  ],
  mobile_number: [
    'Mobile Number',
    'Mobile',
    'Mob No',
    'Mob',
    'Applicant Mobile No',
    'Customer Mobile No',
    'Cell No',
    'Phone Number',
    'Phone',
    'Ph No',
    'Contact Number',
    'Contact',
    'Telephone',
    'Telephone No',
    'Tel No',
  ],
  pin_code: ['Pin Code', 'PIN', 'Pin No', 'Postal Code', 'Post Code', 'Zip Code', 'Zip'],
  address: [
    'Address',
    'Full Address',
    'Complete Address',
    'Applicant Address',
    'Customer Address',
    'Visit Address',
    'Residence Address',
    'Residential Address',
    'Current Address',
    'Office Address',
  ],
  message: [
    'Message',
    'Remarks',
    'Remark',
    'Comments',
    'Comment',
    'Notes',
    'Note',
    'Instructions',
    'Special Instructions',
  ],
};

export const columnOrder = Object.keys(names) as UploadColumn[];

/** Case, spaces, punctuation and bracketed hints are no part of a column's name. */
function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replaceAll('number', 'no');
}

const columnsByName = new Map(
  columnOrder.flatMap((column) =>
    names[column].map((name, rank) => [plainName(name), { column, rank }] as const),
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

/** The rows under the first row that names every required column, among the first rows of the sheet. */
export async function* readUnderHeader(
  rows: AsyncIterable<SheetRow>,
  required: readonly UploadColumn[],
): AsyncGenerator<NamedRow> {
  let header: (number | undefined)[] | undefined;
  let likeliest = new Map<UploadColumn, number>();
  let searched = 0;
  let count = 0;
  for await (const { row, cells } of rows) {
    if (header) {
      const values = header.map((index) => (index === undefined ? '' : (cells[index] ?? '')));
      if (values.every((value) => value === '')) continue;
      if (++count > limits.uploadMaxRows) throw new SpreadsheetRefused(refusals.tooManyRows);
      yield [row, ...values];
      continue;
    }
    const found = findColumns(cells);
    if (required.every((column) => found.has(column))) {
      header = columnOrder.map((column) => found.get(column));
      continue;
    }
    if (found.size > likeliest.size) likeliest = found;
    if (++searched === rowsSearched) break;
  }
  if (header && count > 0) return;
  if (header) throw new SpreadsheetRefused(refusals.noRows);
  if (searched === 0) throw new SpreadsheetRefused(refusals.noCells);
  if (likeliest.size < 2) throw new SpreadsheetRefused(refusals.noHeader(required));
  throw new SpreadsheetRefused(
    refusals.missingColumns(required.filter((column) => !likeliest.has(column))),
  );
}
