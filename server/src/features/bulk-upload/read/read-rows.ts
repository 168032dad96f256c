import { decodeStart } from './formats/decode-text.ts';
import type { TakeRow } from './header-row.ts';
import type { AcceptedFormats, Spreadsheet } from './spreadsheet.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';
import { XlsxParts } from './xlsx-parts.ts';

/** Loads the parsers on first use, so that the process starts quickly. */
export const openSpreadsheet = (bytes: Buffer, accepted: AcceptedFormats): Promise<Spreadsheet> =>
  open(bytes, accepted).catch((error: Error) => {
    const isOther = accepted === 'all' && error.message === rejections.notSpreadsheet;
    throw isOther ? new SpreadsheetRejected(rejections.noFormat) : error;
  });

async function open(bytes: Buffer, accepted: AcceptedFormats): Promise<Spreadsheet> {
  if (bytes.length === 0) throw new SpreadsheetRejected(rejections.empty);
  if (isZip(bytes)) return openPackage(bytes, accepted);
  if (isOle(bytes)) return (await import('./xls-rows.ts')).openXls(bytes);
  const refusal = nameDisguise(decodeStart(bytes, 4_096));
  if (accepted === 'all' && refusal === rejections.plainText) {
    return (await import('./formats/csv-rows.ts')).openCsv(bytes);
  }
  throw new SpreadsheetRejected(refusal);
}

const isZip = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
const isOle = (bytes: Uint8Array) =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, at) => bytes[at] === byte);

/** Whether a file is a zip or OLE container, as all formats except csv are. */
export const isPacked = (bytes: Uint8Array): boolean => isZip(bytes) || isOle(bytes);

async function openPackage(bytes: Buffer, accepted: AcceptedFormats): Promise<Spreadsheet> {
  const parts = new XlsxParts(bytes);
  if (accepted === 'all') {
    if (parts.has('content.xml') && parts.has('META-INF/manifest.xml')) {
      return (await import('./formats/ods-rows.ts')).openOds(parts);
    }
    if (parts.has('xl/workbook.bin')) {
      await parts.countUnread();
      return (await import('./xls-rows.ts')).openXlsb(bytes);
    }
  }
  return (await import('./xlsx-rows.ts')).openXlsx(parts);
}

/** Passes on the non-empty rows of the first visible sheet that has any. */
export const readRows = async (bytes: Buffer, take: TakeRow): Promise<void> =>
  readFirstSheet(await openSpreadsheet(bytes, 'specified'), take);

export async function readFirstSheet(spreadsheet: Spreadsheet, take: TakeRow): Promise<void> {
  let found = false;
  for (const sheet of spreadsheet.sheets.keys()) {
    await spreadsheet.read(sheet, (row, cells) => {
      found = true;
      take(row, cells);
    });
    if (found) break;
  }
  await spreadsheet.end();
}

function nameDisguise(text: string): string {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('<')) {
    if (/urn:schemas-microsoft-com:office:spreadsheet/.test(start)) {
      return rejections.otherSpreadsheet('XML Spreadsheet 2003');
    }
    if (/<(!doctype html|html|table|head|body|meta|style)/i.test(start)) return rejections.webPage;
  }
  const printable = !/[^\P{Cc}\s]/u.test(text);
  return printable && /[\t,;|]/.test(text) ? rejections.plainText : rejections.notSpreadsheet;
}
