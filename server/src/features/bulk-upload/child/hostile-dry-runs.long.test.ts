import { readFileSync } from 'node:fs';
import { limits } from '@doorstep/contract/limits';
import { expect, test } from 'vitest';
import {
  expectReadOrRejected,
  modifiedFilesTimeout,
} from '../../../testing/spreadsheets/modified-files.ts';
import { packSheet, packZip, textRow } from '../../../testing/spreadsheets/pack-xlsx.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import type { WantedReading } from './read-mapped.ts';
import { readSpreadsheet } from './run-spreadsheet-child.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/lender-files/${name}`, import.meta.url));

async function readForDryRun(bytes: Uint8Array, reading: WantedReading = {}) {
  const read = readSpreadsheet({ bytes, reading, isDryRun: true });
  let good = 0;
  for await (const pack of read.packs) good += pack.count;
  return { good, table: read.table, summary: read.summary, failed: read.failed };
}

async function refuse(bytes: Uint8Array): Promise<string> {
  const refused = await readForDryRun(bytes).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SpreadsheetRejected);
  return (refused as SpreadsheetRejected).message;
}

const headings = 'App No,Name,Bank,FI Type,Mob No,Pin,Address';
const row = 'DS-1,Ritu,Kaveri,OFFICE,9820098200,400053,12 Hill Road';
const text = (...lines: string[]) => Buffer.from(lines.join('\n'));

const namespaces = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const ods = (table: string, { manifest = '<manifest/>', before = '' } = {}) =>
  packZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'META-INF/manifest.xml', content: manifest },
    {
      name: 'content.xml',
      content: `${before}<office:document-content ${namespaces}><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
const odsTable = (rows: string) => `<table:table table:name="A">${rows}</table:table>`;
const odsCells = (values: string, repeated = '') =>
  values
    .split(',')
    .map(
      (value) =>
        `<table:table-cell office:value-type="string"${repeated}><text:p>${value}</text:p></table:table-cell>`,
    )
    .join('');
const odsRow = (values: string, repeated = '', cells = '') =>
  `<table:table-row${repeated}>${odsCells(values, cells)}</table:table-row>`;
const times = (kind: 'rows' | 'columns', count: number) =>
  ` table:number-${kind}-repeated="${count}"`;

// Covers: threat-16
test.each<[string, () => Uint8Array, string]>([
  ['noise', () => Buffer.from('\x00\x01\x02\x03,;\t', 'latin1'), rejections.noFormat],
  ['a page', () => text('<html><table><tr><td>App No</td></tr></table>'), rejections.webPage],
  [
    'a quote that never ends',
    () => text(headings, row, `DS-2,"${'x,'.repeat(5_000_000)}`),
    rejections.openQuote(3),
  ],
  [
    'text of more rows than a sheet may have',
    () => text(headings, 'a,b\n'.repeat(limits.uploadMaxRows + 1)),
    rejections.tooManyRows,
  ],
  [
    'a row that is said to repeat a million times',
    () => ods(odsTable(odsRow(headings) + odsRow(row, times('rows', 1_048_576)))),
    rejections.tooManyRows,
  ],
  [
    'a bomb in an .ods',
    () => ods(odsTable(odsRow(headings)) + ' '.repeat(limits.uploadMaxBytes * 21)),
    rejections.tooLarge,
  ],
  [
    'entities in an .ods',
    () => ods(odsTable(odsRow(headings)), { before: '<!DOCTYPE x [<!ENTITY a "ha">]>' }),
    rejections.damaged,
  ],
  [
    'a locked .ods',
    () => ods(odsTable(odsRow(headings)), { manifest: '<m><manifest:encryption-data/></m>' }),
    rejections.encrypted,
  ],
  [
    'a bomb in an .xlsb',
    () =>
      packZip([
        { name: 'xl/workbook.bin', content: 'x' },
        { name: 'xl/worksheets/sheet1.bin', content: Buffer.alloc(105_000_000) },
      ]),
    rejections.tooLarge,
  ],
  [
    'an .xlsb of nothing',
    () => packZip([{ name: 'xl/workbook.bin', content: 'x' }]),
    rejections.damaged,
  ],
  ['a cut .ods', () => fixture('libreoffice-hindi.ods').subarray(0, 8_000), rejections.damaged],
])('%s is refused', async (_, make, message) => {
  expect(await refuse(make())).toBe(message);
});

test.each<[string, () => Uint8Array]>([
  ['twenty megabytes of commas', () => Buffer.alloc(limits.tryCsvMaxBytes, ',')],
  ['twenty megabytes of quotes', () => Buffer.alloc(limits.tryCsvMaxBytes, '",')],
  ['twenty megabytes of empty lines', () => Buffer.alloc(limits.tryCsvMaxBytes, ',\n')],
  ['one line of twenty megabytes', () => Buffer.alloc(limits.tryCsvMaxBytes, 'a,b ')],
  ['quotes before formulas', () => Buffer.alloc(limits.tryCsvMaxBytes, "a,'  =")],
  [
    'deep tables',
    () => ods('<table:table table:name="A"><table:table-row><table:table-cell>'.repeat(50_000)),
  ],
  ['many sheets', () => ods(odsTable(odsRow(headings)).repeat(20_000))],
])('%s: answered within the limits', async (_, make) => {
  const outcome = await readForDryRun(make()).catch((error: unknown) => error);
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SpreadsheetRejected);
  else expect(outcome).toMatchObject({ good: 0 });
});

test('cells that are said to repeat are read as far as a row is', async () => {
  const wide = odsRow(row, '', '').replace(
    '</table:table-row>',
    `${odsCells('x', times('columns', 16_384))}</table:table-row>`,
  );
  expect(await readForDryRun(ods(odsTable(odsRow(headings) + wide)))).toMatchObject({ good: 1 });
});

test('of a file in which every row fails, as many problems are sent as are shown', async () => {
  const bad = Array.from({ length: 50_000 }, (_, at) => `DS-${at},Ritu,Kaveri,OFFICE,1,2,3`);
  const { good, failed, summary } = await readForDryRun(text(headings, ...bad));
  expect([good, failed.length, summary?.failed]).toEqual([0, 200, [50_000, 0]]);
});

test('headings of any length and number are read as far as they can be mapped', async () => {
  const long = Array.from({ length: 1_000 }, (_, at) => `${at}${'x'.repeat(1_000)}`);
  const { table } = await readForDryRun(packSheet(textRow(long) + textRow(['1'])));
  expect(table?.headings.length).toBe(limits.mappedHeadings);
  expect(Math.max(...(table?.headings ?? []).map(({ heading }) => heading.length))).toBe(200);
});

// Covers: threat-16
test('any modified file of any format is read or refused', {
  timeout: modifiedFilesTimeout,
}, () => {
  const files = [
    'sheetjs.xlsb',
    'libreoffice-hindi.ods',
    'libreoffice-utf16.csv',
    'excel-traits.csv',
  ];
  return expectReadOrRejected(files.map(fixture), readForDryRun);
});
