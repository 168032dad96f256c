import {
  type FailedRecord,
  type UploadColumn,
  uploadColumns,
} from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import type { SpreadsheetRow } from './read-spreadsheet.ts';

/** An applicant as a row of a spreadsheet gives it, every rule held. */
export type NewApplicant = Record<UploadColumn, string>;

export interface CheckedRow {
  row: number;
  applicant: NewApplicant;
}

const longest: Record<UploadColumn, number> = {
  application_id: 100,
  applicant_name: 200,
  applicant_type: 200,
  portfolio_name: 200,
  product_type: 200,
  visit_type: 200,
  mobile_number: limits.phoneDigits,
  pin_code: limits.pinCodeDigits,
  address: 1_000,
  message: 2_000,
};

/** The ten digits of an Indian mobile number without +91, 0, spaces and dashes; anything else is returned stripped. */
export function normalizeMobile(text: string): string {
  const stripped = text.replace(/[\s().\-\u2010-\u2015]/g, '');
  return /^(?:\+91|0091|91)?0?(\d{10})$/.exec(stripped)?.[1] ?? stripped;
}

export function normalizePin(text: string): string {
  return text.replace(/\s/g, '');
}

const oneLine = (text: string) => text.trim().replace(/\s{2,}|[^\S ]/g, ' ');

function normalize(column: UploadColumn, text: string): string {
  switch (column) {
    case 'mobile_number':
      return normalizeMobile(text);
    case 'pin_code':
      return normalizePin(text);
    case 'visit_type':
      return oneLine(text).toUpperCase();
    case 'applicant_type':
      return oneLine(text) || 'Applicant';
    case 'address':
    case 'message':
      return text.trim();
    case 'application_id':
    case 'applicant_name':
    case 'portfolio_name':
    case 'product_type':
      return oneLine(text);
  }
}

function findFault(column: UploadColumn, required: boolean, value: string): string | undefined {
  if (value === '') return required ? `${column} is required` : undefined;
  if (column === 'mobile_number') {
    return /^\d{10}$/.test(value) ? undefined : 'mobile_number must have 10 digits';
  }
  if (column === 'pin_code') {
    return /^\d{6}$/.test(value) ? undefined : 'pin_code must have 6 digits';
  }
  // Counting code points is slow, and never gives more than counting UTF-16 units.
  return value.length > longest[column] && Array.from(value).length > longest[column]
    ? `${column} must have at most ${longest[column].toLocaleString('en-US')} characters`
    : undefined;
}

/** Holds one row against the rules of an applicant; all that is wrong with it is said at once. */
export function checkRow({
  row,
  cells,
}: SpreadsheetRow): { applicant: NewApplicant } | { failed: FailedRecord } {
  const applicant = {} as NewApplicant;
  const errors: string[] = [];
  for (const { name, required } of uploadColumns) {
    applicant[name] = normalize(name, cells[name] ?? '');
    const fault = findFault(name, required, applicant[name]);
    if (fault) errors.push(fault);
  }
  if (errors.length === 0) return { applicant };
  return { failed: { row, name: applicant.applicant_name, errors } };
}

/** Holds every row against the rules and against the rows above it: an application_id is taken by the first row that bears it. */
export function checkRows(rows: readonly SpreadsheetRow[]): {
  good: CheckedRow[];
  failed: FailedRecord[];
} {
  const good: CheckedRow[] = [];
  const failed: FailedRecord[] = [];
  const firstRows = new Map<string, number>();
  for (const spreadsheetRow of rows) {
    const { row, cells } = spreadsheetRow;
    const checked = checkRow(spreadsheetRow);
    const id = oneLine(cells.application_id ?? '');
    const first = id === '' ? undefined : firstRows.get(id);
    if (first === undefined) firstRows.set(id, row);
    const duplicate =
      first === undefined ? [] : [`application_id ${id} is already in row ${first}`];
    if ('applicant' in checked && first === undefined) {
      good.push({ row, applicant: checked.applicant });
    } else if ('applicant' in checked) {
      failed.push({ row, name: checked.applicant.applicant_name, errors: duplicate });
    } else {
      failed.push({ ...checked.failed, errors: [...checked.failed.errors, ...duplicate] });
    }
  }
  return { good, failed };
}
