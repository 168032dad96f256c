import { exportHeadings } from '@doorstep/contract/exports/fields';
import type { StoredLayout } from '../../db/schema/export-tables.ts';
import type { ExportCell, ExportColumn } from '../../domain/export-rows.ts';

type Layout = Pick<StoredLayout, 'columns' | 'date_format'>;

export const hasReportFields = ({ columns }: Layout): boolean =>
  columns.some(({ field }) => field !== null && !Object.hasOwn(exportHeadings, field));

/** Arranges an export's rows in a lender's columns. A column is empty if the export lacks its field. */
export function layOut({ columns, date_format }: Layout, ours: readonly ExportColumn[]) {
  const at = new Map(ours.map(({ field }, index) => [field, index]));
  const places = columns.map(({ field }) => (field === null ? undefined : at.get(field)));
  return {
    columns: columns.map(({ heading, field }, index): ExportColumn => {
      const kind = ours[places[index] ?? -1]?.kind ?? 'text';
      return {
        ...{ field: field ?? '', heading, kind },
        ...(kind === 'moment' && { format: date_format }),
      };
    }),
    arrange: (row: readonly ExportCell[]): ExportCell[] =>
      columns.map(({ constant }, index) => {
        const place = places[index];
        return place === undefined ? constant : (row[place] ?? null);
      }),
  };
}
