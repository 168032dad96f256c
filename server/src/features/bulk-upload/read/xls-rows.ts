import { type CellObject, CFB, type DenseWorkSheet, read, SSF, type WorkBook } from '@e965/xlsx';
import { cellText } from './cell-text.ts';
import type { TakeRow } from './header-row.ts';
import { refusals, SpreadsheetRefused } from './spreadsheet-refused.ts';

/** Passes on the rows that hold something, of the first visible sheet that does, from an OLE container. */
export function readXlsRows(bytes: Uint8Array, take: TakeRow): void {
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw new SpreadsheetRefused(refusals.encrypted);
  if (!CFB.find(container, '/Workbook') && !CFB.find(container, '/Book')) {
    throw new SpreadsheetRefused(refusals.notSpreadsheet);
  }
  const book = readBook(bytes);
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  for (const [index, name] of book.SheetNames.entries()) {
    if (book.Workbook?.Sheets?.[index]?.Hidden) continue;
    const rows = (book.Sheets[name] as DenseWorkSheet | undefined)?.['!data'] ?? [];
    let found = false;
    for (const [at, row] of rows.entries()) {
      const cells = Array.from(row ?? [], (cell) => cellText(rawValue(cell, date1904)));
      if (cells.every((cell) => cell === '')) continue;
      found = true;
      take(at + 1, cells);
    }
    if (found) return;
  }
}

function readBook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
    });
  } catch (error) {
    const locked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw locked ? new SpreadsheetRefused(refusals.encrypted) : error;
  }
}

/** Only the number format distinguishes a date from a number. */
function rawValue(cell: CellObject | undefined, date1904: boolean): unknown {
  if (cell?.t === 'e') return '';
  if (cell?.t !== 'n' || cell.z === undefined || !SSF.is_date(cell.z)) return cell?.v;
  const date = SSF.parse_date_code(cell.v, { date1904 });
  return date ? new Date(Date.UTC(date.y, date.m - 1, date.d, date.H, date.M, date.S)) : cell.v;
}
