import { type BookType, read, write } from '@e965/xlsx';

export const convertSpreadsheet = (file: Buffer, bookType: BookType): Buffer =>
  write(read(file, { dense: true }), { bookType, type: 'buffer', compression: true });
