import type { TakeRow } from './header-row.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

/**
 * Passes on the filled rows of the first visible sheet that has any. The file is judged by its first bytes: names lie.
 * The parsers are loaded when needed, for a quick start.
 */
export async function readRows(bytes: Buffer, take: TakeRow): Promise<void> {
  if (bytes.length === 0) throw new SpreadsheetRefused(refusals.empty);
  const magic = bytes.toString('hex', 0, 8);
  if (magic.startsWith('504b0304')) {
    await (await import('./xlsx-rows.ts')).readXlsxRows(bytes, take);
  } else if (magic === 'd0cf11e0a1b11ae1') {
    (await import('./xls-rows.ts')).readXlsRows(bytes, take);
  } else throw new SpreadsheetRefused(nameDisguise(bytes));
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
