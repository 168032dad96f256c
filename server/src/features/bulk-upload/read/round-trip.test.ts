import * as fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { packSheet, textRow } from '../../../testing/spreadsheets/pack-xlsx.ts';
import { FailedRows } from '../failed-rows/write-failed-rows.ts';
import { cellText } from './cell-text.ts';
import { readRows } from './read-rows.ts';

/**
 * Generates texts that a spreadsheet can store, without lone surrogates and without control characters
 * except tab and line feed.
 */
const cell = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'<>&"\'; \n\t_x0041_]]>=+-@#é९🏠'), maxLength: 20 }),
  )
  .map((text) => text.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ''));
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 8,
});

const expected = (rows: readonly string[][]) =>
  rows.flatMap((cells, index) => {
    const texts = cells.map(cellText);
    while (texts.at(-1) === '') texts.pop();
    return texts.length > 0 ? [[index + 1, texts]] : [];
  });

async function read(bytes: Uint8Array) {
  const rows: [number, string[]][] = [];
  await readRows(Buffer.from(bytes), (row, cells) => rows.push([row, [...cells]]));
  return rows;
}

const escapeXml = (text: string) =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
// A text such as `_x0041_` would be read as an escape, so its underscore is escaped.
const escapeText = (text: string) => escapeXml(text.replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_'));

test('all cells that another library writes are read back', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      // Skips texts with `_x`, because the library doesn't escape the underscore.
      fc.pre(!JSON.stringify(rows).includes('_x'));
      const file = await writeXlsx({ sheets: [{ name: 'A', rows }] });
      expect(await read(file)).toEqual(expected(rows));
    }),
  );
});

test('any hand-packed cells, inline or shared, prefixed or not, are read back', async () => {
  const shape = fc.record({ prefix: fc.constantFrom('', 'x:'), shared: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(table, shape, async (rows, { prefix, shared }) => {
      const p = prefix;
      const texts = rows.flat().map(escapeText);
      let next = 0;
      const drawn = rows.map((cells) =>
        shared
          ? `<${p}row>${cells.map(() => `<${p}c t='s' ><${p}v>${next++}</${p}v></${p}c>`).join('')}</${p}row>`
          : textRow(cells.map(escapeText), { prefix }),
      );
      const strings = texts.map((text) => `<${p}si><${p}t>${text}</${p}t></${p}si>`).join('');
      const file = packSheet(drawn.join(''), { prefix, sharedStrings: shared ? strings : '' });
      expect(await read(file)).toEqual(expected(rows));
    }),
  );
});

test('all texts of a failed row are read back from the file with the failed rows', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const failed = new FailedRows(rows.map((_, at) => ({ row: at, name: '', errors: ['Why'] })));
      for (const [at, cells] of rows.entries()) failed.take(at, cells.map(cellText));
      const headings = ['A', 'B', 'C', 'D', 'E', 'F'];
      const file = await failed.write({ headings });
      const written = rows.map((cells, at) => [`Row ${at}: Why`, ...cells]);
      expect(await read(file)).toEqual(expected([['Why not stored', ...headings], ...written]));
    }),
  );
});

test('the pieces in which a sheet is unpacked make no difference', async () => {
  const rows = Array.from({ length: 9_000 }, (_, row) => [`A${row}`, 'é९🏠 &'.repeat(row % 9), '']);
  const drawn = rows.map((cells) => textRow(cells.map(escapeText)));
  const file = packSheet(drawn.join('<!-- > <row> -->\n'));
  expect(await read(file)).toEqual(expected(rows));
});
