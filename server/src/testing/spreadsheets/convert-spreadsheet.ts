import { type BookType, read, write } from '@e965/xlsx';

/** Converts a spreadsheet to another format with SheetJS. */
export const convertSpreadsheet = (file: Buffer, bookType: BookType): Buffer =>
  write(read(file, { dense: true }), { bookType, type: 'buffer', compression: true });
