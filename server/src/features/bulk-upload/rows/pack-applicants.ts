import { uploadColumns } from '@doorstep/contract/bulk-upload';
import type { CheckedRow, NewApplicant } from './check-row.ts';

/** Applicants for one statement: an array literal of PostgreSQL for each column. */
export interface PackedApplicants {
  count: number;
  rows: string;
  columns: string[];
  /** The turnaround rule of each, by its id, where lenders have any. */
  rules?: string;
}

/** Small enough that neither passing on nor storing a pack delays anybody else's request. */
export const rowsPerPack = 2_500;

/** Finds the id of the turnaround rule that applies to an applicant. */
export type RuleFinder = (applicant: NewApplicant) => number | undefined;

export function packApplicants(good: readonly CheckedRow[], ruleOf?: RuleFinder): PackedApplicants {
  return {
    count: good.length,
    rows: `{${good.map(({ row }) => row).join(',')}}`,
    columns: uploadColumns.map(
      ({ name }) => `{${good.map(({ applicant }) => quote(applicant[name])).join(',')}}`,
    ),
    ...(ruleOf && {
      rules: `{${good.map(({ applicant }) => ruleOf(applicant) ?? 'null').join(',')}}`,
    }),
  };
}

const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
