import { expect, test } from 'vitest';
import type { Spreadsheet } from '../read/spreadsheet.ts';
import { rejections } from '../read/spreadsheet-rejected.ts';
import { findTable, type WantedTable } from './find-table.ts';

const book = (sheets: Record<string, string[]>): Spreadsheet => ({
  ...{ format: 'xlsx', sheets: Object.keys(sheets), end: async () => {} },
  read: async (sheet, take) => {
    for (const [at, row] of Object.values(sheets)[sheet]?.entries() ?? []) {
      if (row !== '') take(at + 1, row.split(','));
    }
  },
});
const saved = (...mappings: string[]) =>
  mappings.map((headings, at) => ({
    ...{ id: at + 1, headings: headings.split(','), fields: {}, second: null },
  }));
const find = (rows: string[], mappings: string[] = [], wanted: WantedTable = {}) =>
  findTable(book({ A: rows }), wanted, saved(...mappings));

// Covers: try-7
test.each([
  ['with the most of our columns', ['Cases of 5 March', 'App No,Pin', 'App No,Pin,Name'], 3],
  ['with the first three texts', ['Title', 'A,B,C', 'D,E,F,G'], 2],
  ['with two of our columns rather than three texts', ['A,B,C', 'App No,Pin'], 2],
  ['with three texts rather than one of our columns', ['App No,7', 'A,B,C'], 2],
  ['that is not among numbers and pairs', ['1,2,3', 'A,B'], 0],
  ['among the first thirty rows', [...Array<string>(30).fill('1'), 'App No,Pin,Name'], 0],
])('guesses the row of headings: the one %s', async (_, rows, headingRow) => {
  expect(await find(rows)).toMatchObject({ sheet: 0, headingRow, match: null });
});

// Covers: try-7
test('the row most similar to a saved mapping has the headings, if they share three fifths', async () => {
  const rows = ['App No,Name,Pin', 'V,W,X,Y'];
  const match = (likeness: number, more = {}) => ({ id: 1, likeness, isAlone: true, ...more });
  expect(await find(rows, ['V,W,X,Z'])).toMatchObject({ headingRow: 2, match: match(0.6) });
  expect(await find(rows, ['V,W,X,Z,Q'])).toMatchObject({ headingRow: 1, match: null });
  expect(await find(rows, [',', 'why not stored,y,x,w,v', 'V,W,X,Z'])).toMatchObject({
    match: match(1, { id: 2 }),
  });
  expect(await find(rows, ['V,W,X,Z', 'W,X,Y,Q'])).toMatchObject({
    match: match(0.6, { isAlone: false }),
  });
});

test('the requested sheet and row are used, whatever they contain', async () => {
  const rows = ['App No,Pin', '', '1,2'];
  expect(await find(rows, [], { headingRow: 3 })).toMatchObject({ headings: ['1', '2'] });
  await expect(find(rows, [], { headingRow: 2 })).rejects.toThrow(rejections.noHeadingRow(2, 30));
  await expect(find(rows, [], { sheet: 'B' })).rejects.toThrow(rejections.noSheet('B'));
  await expect(find([])).rejects.toThrow(rejections.noCells);
  const two = book({ A: ['A,B,C'], 'B\n': ['App No,Pin'], C: ['App No,Pin'] });
  expect(await findTable(two, {}, [])).toMatchObject({ sheet: 1 });
  expect(await findTable(two, { sheet: 'B' }, [])).toMatchObject({ sheet: 1 });
  expect(await findTable(two, { sheet: 'A' }, [])).toMatchObject({ sheet: 0 });
});
