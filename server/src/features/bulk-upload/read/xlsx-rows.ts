import type { TakeRow } from './header-row.ts';
import { XlsxParts } from './xlsx-parts.ts';
import { SheetListener } from './xlsx-sheet.ts';
import { readDateStyles, readSharedStrings, readWorkbook } from './xlsx-workbook.ts';

/** Passes on the rows that hold something, of the first visible sheet that does. */
export async function readXlsxRows(bytes: Uint8Array, take: TakeRow): Promise<void> {
  const parts = new XlsxParts(bytes);
  const { sheets, date1904, ...paths } = await readWorkbook(parts);
  const context = {
    date1904,
    sharedStrings: await readSharedStrings(parts, paths.sharedStrings),
    dateStyles: await readDateStyles(parts, paths.styles),
  };
  for (const sheet of sheets) {
    const listener = new SheetListener(context, take);
    await parts.read(sheet, listener);
    if (listener.found) break;
  }
  await parts.countUnread();
}
