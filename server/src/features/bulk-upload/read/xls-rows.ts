import { type CellObject, CFB, type DenseWorkSheet, read, SSF, type WorkBook } from '@e965/xlsx';
import { cellText } from './cell-text.ts';
import type { Spreadsheet } from './spreadsheet.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';

export function openXls(bytes: Uint8Array): Spreadsheet {
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw new SpreadsheetRejected(rejections.encrypted);
  if (!CFB.find(container, '/Workbook') && !CFB.find(container, '/Book')) {
    throw new SpreadsheetRejected(rejections.notSpreadsheet);
  }
  return sheetsOf(readBook(bytes), 'xls');
}

/** The caller must have checked the unpacked size of the file's parts. */
export const openXlsb = (bytes: Uint8Array): Spreadsheet => sheetsOf(readBook(bytes), 'xlsb');

function sheetsOf(book: WorkBook, format: Spreadsheet['format']): Spreadsheet {
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const sheets = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden);
  return {
    ...{ format, sheets },
    read: async (sheet, take) => {
      const rows = (book.Sheets[sheets[sheet] ?? ''] as DenseWorkSheet | undefined)?.['!data'];
      for (const [at, row] of (rows ?? []).entries()) {
        const cells = Array.from(row ?? [], (cell) => cellText(rawValue(cell, date1904)));
        if (cells.some((cell) => cell !== '')) take(at + 1, cells);
      }
    },
    end: async () => {},
  };
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
    throw locked ? new SpreadsheetRejected(rejections.encrypted) : error;
  }
}

/** Returns the value of a cell. Only the number format distinguishes a date from a number. */
function rawValue(cell: CellObject | undefined, date1904: boolean): unknown {
  if (cell?.t === 'e') return '';
  if (cell?.t !== 'n' || cell.z === undefined || !SSF.is_date(cell.z)) return cell?.v;
  const date = SSF.parse_date_code(cell.v, { date1904 });
  return date ? new Date(Date.UTC(date.y, date.m - 1, date.d, date.H, date.M, date.S)) : cell.v;
}
