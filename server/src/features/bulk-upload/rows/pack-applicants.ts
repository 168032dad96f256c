import { uploadColumns } from '@doorstep/contract/bulk-upload';
import type { CheckedRow } from './check-row.ts';

/** Applicants as the database takes them at once: for each column an array literal of PostgreSQL. */
export interface PackedApplicants {
  rows: string;
  columns: string[];
}

/** Small enough that neither passing on nor storing a pack keeps anybody else's request waiting. */
const rowsPerPack = 2_500;

/** Packs applicants in the order of their application ids: as all uploads store in one order, none waits for another in a ring. */
export function* packApplicants(good: readonly CheckedRow[]): Generator<PackedApplicants> {
  const sorted = good.toSorted((a, b) =>
    a.applicant.application_id < b.applicant.application_id ? -1 : 1,
  );
  for (let at = 0; at < sorted.length; at += rowsPerPack) {
    const pack = sorted.slice(at, at + rowsPerPack);
    yield {
      rows: `{${pack.map(({ row }) => row).join(',')}}`,
      columns: uploadColumns.map(
        ({ name }) => `{${pack.map(({ applicant }) => quote(applicant[name])).join(',')}}`,
      ),
    };
  }
}

const quote = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
