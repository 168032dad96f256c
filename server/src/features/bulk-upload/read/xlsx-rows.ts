import type { Spreadsheet } from './spreadsheet.ts';
import type { XlsxParts } from './xlsx-parts.ts';
import { SheetListener } from './xlsx-sheet.ts';
import { readDateStyles, readSharedStrings, readWorkbook } from './xlsx-workbook.ts';

export async function openXlsx(parts: XlsxParts): Promise<Spreadsheet> {
  const { sheets, date1904, ...paths } = await readWorkbook(parts);
  const context = {
    date1904,
    sharedStrings: await readSharedStrings(parts, paths.sharedStrings),
    dateStyles: await readDateStyles(parts, paths.styles),
  };
  return {
    format: 'xlsx',
    sheets: sheets.map(({ name }) => name),
    read: (sheet, take) => parts.read(sheets[sheet]?.path ?? '', new SheetListener(context, take)),
    end: () => parts.countUnread(),
  };
}
