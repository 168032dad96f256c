import type { ExportFormat } from '@doorstep/contract/exports';
import type { StoredLayout } from '../../db/schema/export-tables.ts';
import type { ExportCell } from '../../domain/export-rows.ts';
import { hasReportFields, layOut } from './lay-out.ts';
import type { ExportSource } from './make-exports.ts';
import { writeExport } from './write-export.ts';

/** Rows that are read and written at a time: few enough that no request waits for long. */
const rowsAtOnce = 500;

interface WantedFile {
  ids: readonly number[];
  format: ExportFormat;
  /** A lender's columns; null for ours. */
  layout: Pick<StoredLayout, 'columns' | 'date_format' | 'sheet_name'> | null;
  /** Only for our own columns: whether those of reports are included. */
  withReport: boolean;
}

/**
 * Writes rows of a list as a file, without those that were deleted meanwhile, and returns their number. `report` is
 * called before each part with the number of finished rows; it may throw.
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
