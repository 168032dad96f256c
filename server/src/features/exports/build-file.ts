import type { ExportFormat } from '@doorstep/contract/exports';
import type { StoredLayout } from '../../db/schema/export-tables.ts';
import type { ExportCell } from '../../domain/export-rows.ts';
import { hasReportFields, layOut } from './lay-out.ts';
import type { ExportSource } from './make-exports.ts';
import { writeExport } from './write-export.ts';

/** The number of rows that are read at a time. Reading more would delay other requests. */
const rowsAtOnce = 500;

interface WantedFile {
  ids: readonly number[];
  format: ExportFormat;
  /** The lender's columns, or null for our own columns. */
  layout: Pick<StoredLayout, 'columns' | 'date_format' | 'sheet_name'> | null;
  /** Whether our own columns include the fields of reports. Ignored if there is a layout. */
  withReport: boolean;
}

/**
 * Builds a file of the rows with these ids. Skips rows that were deleted after their ids were read, and
 * returns the number of written rows. Calls `report` before each part with the number of finished rows. An
 * error that `report` throws stops the writing of the file.
 */
export async function buildFile(
  { columns, readRows }: Pick<ExportSource, 'columns' | 'readRows'>,
  { ids, format, layout, withReport }: WantedFile,
  report: (done: number) => Promise<void>,
): Promise<{ file: Buffer; rows: number }> {
  const hasReport = layout ? hasReportFields(layout) : withReport;
  const ours = columns(hasReport);
  const { columns: wanted, arrange } = layout
    ? layOut(layout, ours)
    : { columns: ours, arrange: (row: ExportCell[]) => row };
  let count = 0;
  async function* rows() {
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      await report(at);
      const read = await readRows(ids.slice(at, at + rowsAtOnce), hasReport);
      count += read.length;
      yield* read.map(arrange);
    }
  }
  const sheet = { columns: wanted, ...(layout && { sheetName: layout.sheet_name }) };
  const file = await writeExport(format, sheet, rows());
  return { file, rows: count };
}
