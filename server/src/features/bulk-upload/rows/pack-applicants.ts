import { uploadColumns } from '@doorstep/contract/bulk-upload';
import type { CheckedRow, NewApplicant } from './check-row.ts';

/** Applicants for one statement: a PostgreSQL array literal for each column. */
export interface PackedApplicants {
  count: number;
  rows: string;
  /** The contact point of each within its row. */
  points: string;
  columns: string[];
  /** The id of each one's turnaround rule, if lenders have any. */
  rules?: string;
}

/** Small enough that neither passing on nor storing a pack delays other requests. */
export const rowsPerPack = 2_500;

/** Finds the id of the turnaround rule that applies to an applicant. */
export type RuleFinder = (applicant: NewApplicant) => number | undefined;

export function packApplicants(good: readonly CheckedRow[], ruleOf?: RuleFinder): PackedApplicants {
  return {
    count: good.length,
    rows: `{${good.map(({ row }) => row).join(',')}}`,
    points: `{${good.map(({ point }) => point).join(',')}}`,
    columns: uploadColumns.map(
      ({ name }) => `{${good.map(({ applicant }) => quote(applicant[name])).join(',')}}`,
    ),
    ...(ruleOf && {
      rules: `{${good.map(({ applicant }) => ruleOf(applicant) ?? 'null').join(',')}}`,
    }),
  };
}

const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
