import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { type NamedRow, RowsUnderHeader, type TakeRow } from './header-row.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

export type ChildMessage = { rows: NamedRow[] } | { done: true } | { refused: string };

const rowsPerMessage = 1_000;
let rows: NamedRow[] = [];

const [memoryLimit, ...required] = process.argv.slice(2);
killBeyond(Number(memoryLimit));
const bytes = await buffer(process.stdin);
try {
  const table = new RowsUnderHeader(required as UploadColumn[], collect);
  await readRows(bytes, table.take);
  table.end();
  await tell({ rows });
  await tell({ done: true });
} catch (error) {
  // Whatever a parser trips over is in the file: its own words would mean nothing to the user.
  await tell({ refused: error instanceof SpreadsheetRefused ? error.message : refusals.damaged });
}
process.exit();

function collect(row: NamedRow): void {
  if (rows.push(row) < rowsPerMessage) return;
  void tell({ rows });
  rows = [];
}

function tell(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** The heap cap does not count buffers, and a parser gives timers no turn: a thread watches. */
function killBeyond(bytes: number): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${bytes}) process.kill(process.pid, 'SIGKILL');
  }, 25)`;
  new Worker(watch, { eval: true }).unref();
}

/** Judges the file by its first bytes: names lie. The parsers are loaded when needed, for a quick start. */
async function readRows(bytes: Buffer, take: TakeRow): Promise<void> {
  if (bytes.length === 0) throw new SpreadsheetRefused(refusals.empty);
  const magic = bytes.toString('hex', 0, 8);
  if (magic.startsWith('504b0304'))
    await (await import('./xlsx-rows.ts')).readXlsxRows(bytes, take);
  else if (magic === 'd0cf11e0a1b11ae1') (await import('./xls-rows.ts')).readXlsRows(bytes, take);
  else throw new SpreadsheetRefused(nameDisguise(bytes));
}

function nameDisguise(bytes: Buffer): string {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = bytes.subarray(0, 4_096).toString(wide ? 'utf16le' : 'utf8');
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('<')) {
    if (/urn:schemas-microsoft-com:office:spreadsheet/.test(start)) {
      return refusals.otherSpreadsheet('XML Spreadsheet 2003');
    }
    if (/<(!doctype html|html|table|head|body|meta|style)/i.test(start)) return refusals.webPage;
  }
  const printable = !/[^\P{Cc}\s]/u.test(text);
  return printable && /[\t,;]/.test(text) ? refusals.plainText : refusals.notSpreadsheet;
}
