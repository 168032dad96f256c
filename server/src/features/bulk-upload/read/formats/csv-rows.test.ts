import { expect, test } from 'vitest';
import { openCsv } from './csv-rows.ts';

const read = async (text: string) => {
  const rows: string[][] = [];
  await openCsv(Buffer.from(text)).read(0, (_, cells) => rows.push([...cells]));
  return rows;
};

// Covers: try-7
test('a quotation mark after another delimiter does not keep a file from being read', async () => {
  expect(await read('No\tAddress\n1\tShop 4,"Laxmi\n2\tRoom 9\n')).toEqual([
    ['No', 'Address'],
    ['1', 'Shop 4,"Laxmi'],
    ['2', 'Room 9'],
  ]);
  await expect(read('No,Address\n1,"Laxmi\n2,Room 9\n')).rejects.toThrow(
    'in row 2 is never closed',
  );
});
