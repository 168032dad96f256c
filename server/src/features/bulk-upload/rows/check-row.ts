import {
  type FailedRecord,
  type UploadColumn,
  uploadColumns,
} from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { aadhaarError, containsAadhaar, hideAadhaar } from '@doorstep/contract/text/aadhaar';
import {
  containsInvisible,
  invisibleError,
  nameContainsInvisible,
} from '@doorstep/contract/text/visible-text';
import { contactPointOf, explainKnown, type KnownApplicant } from './known-applicant.ts';
import {
  normalizeApplicantType,
  normalizeApplicationId,
  normalizeMobile,
  normalizePin,
  normalizeVisitType,
  oneLine,
} from './normalize.ts';

/** The normalised values of a contact point in a spreadsheet. */
export type NewApplicant = Record<UploadColumn, string>;

export interface CheckedRow {
  row: number;
  /** The number of the contact point in the row: 1, or 2 for a mapping's second contact point. */
  point: number;
  applicant: NewApplicant;
}

/**
 * A contact point that can't be stored. `fields` has the field of each error, or null if the error concerns
 * the whole row.
 */
export interface FailedRow extends FailedRecord {
  point: number;
  fields: (UploadColumn | null)[];
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

const freeText = new Set<UploadColumn>([
  ...(['applicant_name', 'applicant_type', 'portfolio_name', 'product_type'] as const),
  ...(['visit_type', 'address', 'message'] as const),
]);

const names = new Set<UploadColumn>(['applicant_name', 'portfolio_name']);

function normalize(column: UploadColumn, text: string): string {
  switch (column) {
    case 'mobile_number':
      return normalizeMobile(text);
    case 'pin_code':
      return normalizePin(text);
    case 'visit_type':
      return normalizeVisitType(text);
    case 'applicant_type':
      return normalizeApplicantType(text);
    case 'application_id':
      return normalizeApplicationId(text);
    case 'address':
    case 'message':
      return text.trim();
    case 'applicant_name':
    case 'portfolio_name':
    case 'product_type':
      return oneLine(text);
  }
}

function findFault(column: UploadColumn, required: boolean, value: string): string | undefined {
  if (value === '') return required ? `${column} is required` : undefined;
  if (column === 'mobile_number') return findNumberFault(column, value, limits.phoneDigits);
  if (column === 'pin_code') return findNumberFault(column, value, limits.pinCodeDigits);
  if (freeText.has(column) && containsAadhaar(value)) return `${column} ${aadhaarError}`;
  if (column === 'application_id' && containsInvisible(value)) return `${column} ${invisibleError}`;
  if (names.has(column) && nameContainsInvisible(value)) return `${column} ${invisibleError}`;
  // Counting code points is slow, so the fast check of the UTF-16 units comes first. A text never has more
  // code points than UTF-16 units.
  return value.length > longest[column] && Array.from(value).length > longest[column]
    ? `${column} must have at most ${longest[column].toLocaleString('en-US')} characters`
    : undefined;
}

function findNumberFault(column: UploadColumn, value: string, digits: number): string | undefined {
  if (/^\d+$/.test(value) && value.length === digits) return undefined;
  const fault = `${column} must have ${digits} digits`;
  return /^\d(\.\d+)?E\+?\d+$/i.test(value)
    ? `${fault}. The spreadsheet has rounded the number to ${value}. Format the column as text and enter the number again`
    : fault;
}

function readRow(values: readonly string[]) {
  const applicant = {} as NewApplicant;
  const errors: string[] = [];
  const fields: (UploadColumn | null)[] = [];
  for (const [index, { name, required }] of uploadColumns.entries()) {
    // Cuts texts that are far too long, because a file may refer to one long text a million times.
    const value = normalize(name, (values[index] ?? '').slice(0, 2 * longest[name] + 100));
    applicant[name] = value;
    const fault = findFault(name, required, value);
    if (!fault) continue;
    errors.push(fault);
    fields.push(name);
  }
  return { applicant, errors, fields };
}

/**
 * Checks the values of each row, and compares its contact point with those of the rows above. If several rows
 * have the same contact point, all rows after the first one fail.
 */
export class RowChecker {
  readonly good: CheckedRow[] = [];
  readonly failed: FailedRow[] = [];
  private readonly known = new Map<string, KnownApplicant>();

  take(row: number, values: readonly string[], point = 1): void {
    const { applicant, errors, fields } = readRow(values);
    const known = this.findKnown(row, applicant);
    if (known) {
      errors.push(explainKnown(applicant, known));
      fields.push(null);
    }
    if (errors.length === 0) {
      this.good.push({ row, point, applicant });
      return;
    }
    const name = hideAadhaar(Array.from(applicant.applicant_name).slice(0, 200).join(''));
    this.failed.push({ row, name, errors, point, fields });
  }

  /**
   * Returns the applicant of an earlier row with the same contact point. If there is no such row, records
   * this row.
   */
  private findKnown(row: number, applicant: NewApplicant): KnownApplicant | undefined {
    const { application_id, applicant_name, address, visit_type } = applicant;
    if (application_id === '' || visit_type === '') return undefined;
    const point = contactPointOf(applicant);
    const known = this.known.get(point);
    if (!known) this.known.set(point, { row, applicant_name, address });
    return known;
  }
}
