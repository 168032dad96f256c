import { uploadColumns } from '@doorstep/contract/bulk-upload';
import type { CheckedRow, NewApplicant } from './check-row.ts';

/** The applicants that one SQL statement stores. Each column is a PostgreSQL array literal. */
export interface PackedApplicants {
  count: number;
  rows: string;
  /** The number of each applicant's contact point in its row, 1 or 2. */
  points: string;
  columns: string[];
  /** The id of each applicant's turnaround rule. Absent if no lender has a rule. */
  rules?: string;
}

/** The number of applicants in a pack. Larger packs would delay other requests. */
export const rowsPerPack = 2_500;

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
