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

test.each([
  ['the delimiter that the first line names', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  [
    'semicolons',
    'a;b,c;d\n1;2;3\n',
    [
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ],
  ],
  [
    'pipes',
    'a|b\n1|2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['the delimiter of most rows', 'a,b,c,d\na;b\nc;d\n', [['a,b,c,d'], ['a', 'b'], ['c', 'd']]],
  [
    'old line ends',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['one column', 'a\n\n"b\n""c"""\n', [['a'], ['b\n"c"']]],
  ['text after a quotation mark', '"a"b,c\n', [['ab', 'c']]],
])('reads %s', async (_, text, rows) => {
  expect(await read(text)).toEqual(rows);
});

test('an empty line counts as a row, but is not read', async () => {
  const rows: number[] = [];
  await openCsv(Buffer.from('a,b\n\n,\nc,d\n')).read(0, (row) => rows.push(row));
  expect(rows).toEqual([1, 4]);
});
