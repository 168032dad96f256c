import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
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
    'LAN No',
    'Loan Account',
    'Agreement No',
    'Proposal No',
    'Login ID',
    'Losid',
    'LOS ID',
    'LOS No',
    'CRN',
    'Customer ID',
    'Reference',
    'आवेदन संख्या',
    'आवेदन क्रमांक',
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
    'Borrowers Name',
    'Customers Name',
    'Applicants Name',
    'Cust Name',
    'App Name',
    'Client Customer Name',
    'Full Name',
    'Name',
    'आवेदक का नाम',
    'नाम',
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
    'Bank NBFC Name',
    'Bank NBFC',
    'NBFC Name',
    'NBFC',
    'Financier',
    'Company Name',
  ],
  product_type: [
    'Product Type',
    'Product',
    'Product Name',
    'Loan Type',
    'Type of Loan',
    'Loan Product',
    'Scheme',
  ],
  visit_type: [
    'Visit Type',
    'Type of Visit',
    'Visit',
    'FI Type',
    'Verification Type',
    'Type of Verification',
    'Verification For',
    'FI',
    'CPV Type',
    'Case Type',
    'Profile Type',
    'Resi Office',
  ],
  mobile_number: [
    'Mobile Number',
    'Mobile',
    'Mob No',
    'Mob',
    'Mobile Phone',
    'Mobile Phone No',
    'Phone Mobile',
    'Primary Mobile No',
    'Registered Mobile No',
    'Mobile No 1',
    'Mobile 1',
    'Mobile1',
    'Borrower Mobile No',
    'Customer Mobile',
    'Customer Contact No',
    'Applicant Mobile',
    'Applicant Contact No',
    'Contact Mobile',
    'Contact Details',
    'मोबाइल नंबर',
    'मोबाइल',
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
  pin_code: [
    'Pin Code',
    'PIN',
    'Pin No',
    'Postal Code',
    'Post Code',
    'Zip Code',
    'Zip',
    'Area Pin Code',
    'Residence Pin Code',
    'Resi Pin',
    'Office Pin Code',
    'पिन कोड',
  ],
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
    'Customer Full Address',
    'Address Line 1',
    'Address 1',
    'Resi Address',
    'Res Address',
    'Communication Address',
    'FI Address',
    'पता',
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
    'Special Remarks',
    'FI Remarks',
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
