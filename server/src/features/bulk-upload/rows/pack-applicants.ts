import { uploadColumns } from '@doorstep/contract/bulk-upload';
import type { CheckedRow } from './check-row.ts';

/** Applicants as the database takes them at once: for each column an array literal of PostgreSQL. */
export interface PackedApplicants {
  count: number;
  rows: string;
  columns: string[];
}

/** Small enough that neither passing on nor storing a pack delays anybody else's request. */
export const rowsPerPack = 2_500;

export function packApplicants(good: readonly CheckedRow[]): PackedApplicants {
  return {
    count: good.length,
    rows: `{${good.map(({ row }) => row).join(',')}}`,
    columns: uploadColumns.map(
      ({ name }) => `{${good.map(({ applicant }) => quote(applicant[name])).join(',')}}`,
    ),
  };
}

const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
