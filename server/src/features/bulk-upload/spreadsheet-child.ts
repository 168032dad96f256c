import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { UploadColumn } from '@doorstep/contract/bulk-upload';
import { type NamedRow, readUnderHeader, type SheetRow } from './header-row.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

export type ChildMessage = { rows: NamedRow[] } | { done: true } | { refused: string };

const rowsPerMessage = 1_000;

const [memoryLimit, ...required] = process.argv.slice(2);
killBeyond(Number(memoryLimit));
const bytes = await buffer(process.stdin);
try {
  let rows: NamedRow[] = [];
  for await (const row of readUnderHeader(openRows(bytes), required as UploadColumn[])) {
    if (rows.push(row) < rowsPerMessage) continue;
    await tell({ rows });
    rows = [];
  }
  await tell({ rows });
  await tell({ done: true });
} catch (error) {
  // Whatever a parser trips over is in the file: its own words would mean nothing to the user.
  await tell({ refused: error instanceof SpreadsheetRefused ? error.message : refusals.damaged });
}
process.exit();

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
async function* openRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  if (bytes.length === 0) throw new SpreadsheetRefused(refusals.empty);
  const magic = bytes.toString('hex', 0, 8);
  if (magic.startsWith('504b0304')) yield* (await import('./xlsx-rows.ts')).readXlsxRows(bytes);
  else if (magic === 'd0cf11e0a1b11ae1') yield* (await import('./xls-rows.ts')).readXlsRows(bytes);
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
  const printable = !/[\u0000-\u0008\u000e-\u001f]/.test(text);
  return printable && /[\t,;]/.test(text) ? refusals.plainText : refusals.notSpreadsheet;
}
