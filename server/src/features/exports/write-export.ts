import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ExportFormat } from '@doorstep/contract/exports';
import type { DateFormat } from '@doorstep/contract/exports/layouts';
import { csvLine } from '@doorstep/contract/text/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportCell, ExportColumn } from '../../domain/export-rows.ts';
import { sheetText } from '../../domain/sheet-text.ts';

const byteOrderMark = '\ufeff';

/** Writes rows under their headings: an .xlsx with typed cells, or a gzipped .csv in which no cell is a formula. */
export function writeExport(
  format: ExportFormat,
  { columns, sheetName = 'Export' }: Sheet,
  rows: AsyncIterable<ExportCell[]>,
): Promise<Buffer> {
  return format === 'csv' ? writeCsv(columns, rows) : writeSheet(columns, sheetName, rows);
}

interface Sheet {
  columns: readonly ExportColumn[];
  sheetName?: string;
}

function writeCsv(columns: readonly ExportColumn[], rows: AsyncIterable<ExportCell[]>) {
  async function* lines() {
    yield byteOrderMark + csvLine(columns.map(({ heading }) => heading));
    for await (const row of rows) yield csvLine(row.map((value, at) => textOf(value, columns[at])));
  }
  return buffer(Readable.from(lines(), { objectMode: false }).compose(createGzip()));
}

async function writeSheet(
  columns: readonly ExportColumn[],
  name: string,
  rows: AsyncIterable<ExportCell[]>,
) {
  async function* cells() {
    yield columns.map(({ heading }) => cellOf(heading, 'text'));
    for await (const row of rows) {
      yield row.map((value, index) => cellOf(value, columns[index]?.kind ?? 'text'));
    }
  }
  const sheet = writeXlsxStream(cells(), {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ kind, format }) => ({
      width: 20,
      style: { numFmt: format ?? formats[kind] },
    })),
  });
  return buffer(sheet);
}

const formats = { text: '@', number: 'General', moment: 'yyyy-mm-dd hh:mm' };

/**
 * Converts a value to a cell. A moment is a text in the provider's time zone. The cell shows this local time,
 * stored as if it were UTC, because a spreadsheet has no time zones.
 */
function cellOf(value: ExportCell, kind: ExportColumn['kind']) {
  if (typeof value !== 'string') return value;
  if (kind === 'moment') return new Date(`${value.replace(' ', 'T')}Z`);
  return sheetText(value);
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function textOf(value: ExportCell, column: ExportColumn | undefined): ExportCell {
  if (typeof value !== 'string' || column?.kind !== 'moment' || !column.format) return value;
  return writeMoment(value, column.format);
}

function writeMoment(moment: string, format: DateFormat): string {
  const [yyyy = '', mm = '', dd = '', time = ''] = moment.split(/[- ]/);
  const parts = { yyyy, mm, mmm: months[Number(mm) - 1] ?? mm, dd, 'hh:mm': time };
  return format.replace(/yyyy|mmm|hh:mm|mm|dd/g, (part) => parts[part as keyof typeof parts]);
}
