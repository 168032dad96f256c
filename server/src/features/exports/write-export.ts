import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { ExportFormat } from '@doorstep/contract/exports';
import { csvLine } from '@doorstep/contract/text/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportCell, ExportColumn } from '../../domain/export-rows.ts';

/** Characters of a cell in Excel. */
const longestCell = 32_767;

const byteOrderMark = '\ufeff';

/** Writes rows under their headings: an .xlsx with typed cells, or a gzipped .csv in which no cell is a formula. */
export function writeExport(
  format: ExportFormat,
  columns: readonly ExportColumn[],
  rows: AsyncIterable<ExportCell[]>,
): Promise<Buffer> {
  return format === 'csv' ? writeCsv(columns, rows) : writeSheet(columns, rows);
}

function writeCsv(columns: readonly ExportColumn[], rows: AsyncIterable<ExportCell[]>) {
  async function* lines() {
    yield byteOrderMark + csvLine(columns.map(({ heading }) => heading));
    for await (const row of rows) yield csvLine(row);
  }
  return buffer(Readable.from(lines(), { objectMode: false }).compose(createGzip()));
}

async function writeSheet(columns: readonly ExportColumn[], rows: AsyncIterable<ExportCell[]>) {
  async function* cells() {
    yield columns.map(({ heading }) => heading);
    for await (const row of rows) {
      yield row.map((value, index) => cellOf(value, columns[index]?.kind ?? 'text'));
    }
  }
  const sheet = writeXlsxStream(cells(), {
    name: 'Export',
    freezePane: { rows: 1 },
    columns: columns.map(({ kind }) => ({
      width: 20,
      style: { numFmt: formats[kind] },
    })),
  });
  return buffer(sheet);
}

const formats = { text: '@', number: 'General', moment: 'yyyy-mm-dd hh:mm' };

/** A moment is written as its time of day in the provider's time zone, which a spreadsheet has no other way to show. */
function cellOf(value: ExportCell, kind: ExportColumn['kind']) {
  if (typeof value !== 'string') return value;
  if (kind === 'moment') return new Date(`${value.replace(' ', 'T')}Z`);
  return value.slice(0, longestCell);
}
