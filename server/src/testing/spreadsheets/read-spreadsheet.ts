import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import { columnOrder, RowsUnderHeader } from '../../features/bulk-upload/read/header-row.ts';
import { readRows } from '../../features/bulk-upload/read/read-rows.ts';

export interface SpreadsheetRow {
  row: number;
  cells: Partial<Record<UploadColumn, string>>;
}

/** Reads the rows below the header, without empty cells. */
export async function collectSpreadsheet(bytes: Uint8Array): Promise<SpreadsheetRow[]> {
  const rows: SpreadsheetRow[] = [];
  const required = uploadColumns.filter((column) => column.required).map(({ name }) => name);
  const table = new RowsUnderHeader(required, ({ row, values }) => {
    const named = columnOrder.map((column, index) => [column, values[index]] as const);
    rows.push({ row, cells: Object.fromEntries(named.filter(([, value]) => value)) });
  });
  await readRows(Buffer.from(bytes), table.take);
  table.end();
  return rows;
}
