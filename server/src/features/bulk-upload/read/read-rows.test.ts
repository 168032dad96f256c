import { readFileSync } from 'node:fs';
import { CFB, utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { inIndia } from '../../../testing/in-india.ts';
import { checkSpreadsheet } from '../../../testing/spreadsheets/check-spreadsheet.ts';
import {
  packSheet,
  packZip,
  type SheetParts,
  textRow,
  workbookParts,
  type ZipPart,
} from '../../../testing/spreadsheets/pack-xlsx.ts';
import { collectSpreadsheet } from '../../../testing/spreadsheets/read-spreadsheet.ts';
import { openSpreadsheet } from './read-rows.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/${name}`, import.meta.url));

const header =
  'Application ID,Applicant Name,Portfolio,Visit Type,Mobile,Pin,Address,Message'.split(',');
const values = ['DS-1', 'Ritu', 'Kaveri', 'OFFICE', '9820098200', '400053', '12 Hill Road'];

test.each([
  ['applicants-25.xlsx', 'DSX-2026-0001', 2],
  ['applicants-25.xls', 'DSB-2026-0001', 4],
])('%s: 25 rows, three of them bad', async (name, firstId, firstRow) => {
  const rows = await collectSpreadsheet(fixture(name));
  expect(rows).toHaveLength(25);
  expect(rows[0]).toMatchObject({
    row: firstRow,
    cells: {
      application_id: firstId,
      applicant_name: 'रमेश कुमार शर्मा',
      visit_type: 'RESIDENCE',
      mobile_number: '9820098200',
      pin_code: '400053',
    },
  });
  const { good, failed } = await checkSpreadsheet(fixture(name));
  expect(good).toBe(22);
  expect(failed).toMatchObject([
    { row: firstRow + 7, name: 'Anjali Deshpande', errors: ['mobile_number must have 10 digits'] },
    { row: firstRow + 14, name: '', errors: ['applicant_name is required'] },
    { row: firstRow + 20, name: 'Bhavna Trivedi', errors: ['pin_code must have 6 digits'] },
  ]);
});

const good: SheetParts = { rows: textRow(header) + textRow(values) };
const decoy: SheetParts = { rows: textRow(header) + textRow(['DECOY', ...values.slice(1)]) };

test.each([
  ['hidden', [{ ...decoy, state: 'hidden' }, { ...decoy, state: 'veryHidden' }, good, decoy]],
  ['empty', [{ rows: '' }, { rows: textRow(['', ' ']) }, good, decoy]],
] satisfies [string, SheetParts[]][])('%s first sheets are skipped', async (_, sheets) => {
  const rows = await collectSpreadsheet(packZip(workbookParts(sheets)));
  expect(rows.map((row) => row.cells.application_id)).toEqual(['DS-1']);
});

async function readXls(...sheets: WorkSheet[]) {
  const book = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(book, sheet);
  book.Workbook = { Sheets: sheets.map((_, at) => ({ Hidden: at < sheets.length - 1 ? 1 : 0 })) };
  const rows = await collectSpreadsheet(write(book, { type: 'buffer', bookType: 'biff8' }));
  return rows.map((row) => row.cells.application_id);
}

test('a hidden first sheet of an .xls is skipped', async () => {
  const decoy = utils.aoa_to_sheet([header, ['DECOY', ...values.slice(1)]]);
  expect(await readXls(decoy, utils.aoa_to_sheet([header, values]))).toEqual(['DS-1']);
});

test('elements with a prefix, and rows numbered by the sheet, are read', async () => {
  const prefix = 'x:';
  const rows = textRow(header, { prefix, row: '5' }) + textRow(values, { prefix, row: '1048576' });
  const read = await collectSpreadsheet(packSheet(rows, { prefix }));
  expect(read).toMatchObject([{ row: 1_048_576, cells: { application_id: 'DS-1' } }]);
});

test('every kind of cell is read as the user sees it', async () => {
  inIndia();
  const cells = [
    '<c t="s"><v>0</v></c>',
    '<c t="s"><v>1</v></c>',
    '<c s="1"><v>46053</v></c>',
    '<c t="str"><f>UPPER("office")</f><v>OFFICE</v></c>',
    '<c><v>9.8200982E9</v></c>',
    '<c t="inlineStr"><is><t>012345</t></is></c>',
    '<c t="inlineStr"><is><r><t>12 </t></r><r><t>Hill Road &amp; 3</t></r></is></c>',
    '<c><f>A1+1</f></c>',
  ];
  const others = [
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="e"><v>#N/A</v></c>',
    '<c t="d"><v>2026-01-31T09:05:00</v></c>',
    '<c t="d"><v>2026-01-31T09:05:00+05:30</v></c>',
    '<c s="2"><v>1</v></c>',
    '<c s="1"><v>-1</v></c>',
    `<c r = 'H3' t="inlineStr"><is><t>Hill</t><rPh><t>ヒル</t></rPh></is></c>`,
  ];
  const rows = [cells, others].map((row) => `<row>${row.join('')}</row>`);
  const file = packSheet(`${textRow(header)}${rows.join('')}`, {
    sharedStrings:
      '<si><t>DS_x002D_1</t><rPh><t>ディ</t></rPh></si><si><r><rPr><b/></rPr><t>रमेश</t></r><r><t xml:space="preserve"> कुमार</t></r></si>',
    styles:
      '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/></cellXfs>',
  });
  expect(await collectSpreadsheet(file)).toEqual([
    {
      row: 2,
      cells: {
        application_id: 'DS-1',
        applicant_name: 'रमेश कुमार',
        portfolio_name: '2026-01-31',
        visit_type: 'OFFICE',
        mobile_number: '9820098200',
        pin_code: '012345',
        address: '12 Hill Road & 3',
      },
    },
    {
      row: 3,
      cells: {
        application_id: 'TRUE',
        applicant_name: 'FALSE',
        visit_type: '2026-01-31 09:05',
        mobile_number: '2026-01-31 03:35',
        pin_code: '1900-01-01',
        address: '-1',
        message: 'Hill',
      },
    },
  ]);
});

test('an .xls cell is a date only by its number format', async () => {
  const row = [46053, ...values.slice(1)];
  const sheet = utils.aoa_to_sheet([header, row, row]);
  Object.assign(sheet.A2, { z: 'dd/mm/yyyy' });
  expect(await readXls(sheet)).toEqual(['2026-01-31', '46053']);
  Object.assign(sheet.A3, { t: 'e', v: 42 });
  expect(await readXls(sheet)).toEqual(['2026-01-31', undefined]);
});

const texts = (text: string, encoding?: BufferEncoding) => Buffer.from(text, encoding);
const files = (...names: string[]) => packZip(names.map((name) => ({ name, content: name })));
const parts = workbookParts([good]);
const claiming = (claims: ZipPart['claims']) =>
  packZip(parts.map((part) => (part.name.includes('sheet1') ? { ...part, claims } : part)));
const instead = (name: string, content: string) =>
  packZip(parts.map((part) => (part.name === name ? { name, content } : part)));
function ole(stream: string): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, stream, Buffer.from('x'));
  return CFB.write(container, { type: 'buffer' }) as Buffer;
}
const { otherSpreadsheet } = rejections;

// Covers: threat-16
test.each<[string, Buffer, string]>([
  ['an empty file', texts(''), rejections.empty],
  ['a picture', texts('\x89PNG\r\n\x1a\n\0\0,', 'latin1'), rejections.notSpreadsheet],
  ['words', texts('Application DS-1'), rejections.notSpreadsheet],
  ['a web page', texts('\ufeff\n<html><table>'), rejections.webPage],
  ['comma-separated text', texts('App No,Name\n'), rejections.plainText],
  ['text in UTF-16', texts('\ufeffApp No\tName\n', 'utf16le'), rejections.plainText],
  [
    'XML Spreadsheet 2003',
    texts('<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    otherSpreadsheet('XML Spreadsheet 2003'),
  ],
  ['an .ods', files('content.xml', 'META-INF/manifest.xml'), otherSpreadsheet('OpenDocument')],
  ['a Numbers file', files('Index/Document.iwa'), otherSpreadsheet('Apple Numbers')],
  ['a Word document of 1997', ole('WordDocument'), rejections.notSpreadsheet],
  ['an encrypted .xlsx', ole('EncryptedPackage'), rejections.encrypted],
  ['some zip', files('readme.txt'), rejections.notSpreadsheet],
  [
    'an .xlsb',
    instead(
      '_rels/.rels',
      '<r><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></r>',
    ),
    otherSpreadsheet('binary .xlsb'),
  ],
  [
    'a Word document',
    packZip([
      ...parts.filter(({ name }) => name !== '_rels/.rels'),
      {
        name: '_rels/.rels',
        content: '<r><Relationship Type="x/officeDocument" Target="word/document.xml"/></r>',
      },
      { name: 'word/document.xml', content: '<x/>' },
    ]),
    rejections.notSpreadsheet,
  ],
  ['a cut .xlsx', packSheet('').subarray(0, -23), rejections.damaged],
  ['a missing part', packZip(parts.slice(0, -1)), rejections.damaged],
  ['a part with a wrong checksum', claiming({ crc: 1 }), rejections.damaged],
  ['a part without content', claiming({ packedSize: 0, flags: 8 }), rejections.damaged],
  ['a part longer than the file', claiming({ packedSize: 1e6 }), rejections.damaged],
  ['a locked part', claiming({ flags: 1 }), rejections.encrypted],
  [
    'too many parts',
    files(...Array.from({ length: 2_001 }, (_, at) => `${at}`)),
    rejections.tooManyParts,
  ],
  ['the same part twice', packZip([...parts, ...parts.slice(-1)]), rejections.damaged],
  ['a row 0', packSheet(textRow(header, { row: '0' })), rejections.damaged],
  ['a row too far down', packSheet(textRow(header, { row: '1048577' })), rejections.damaged],
  ['a column too far right', packSheet('<row><c r="XFE1"/></row>'), rejections.damaged],
  ['a cell without a column', packSheet('<row><c r="1"/></row>'), rejections.damaged],
  [
    'entities',
    packZip(
      parts.map(({ name, content }) => ({
        ...{ name, content: `<!DOCTYPE x [<!ENTITY a "ha">]><!-- -->${content}` },
      })),
    ),
    rejections.damaged,
  ],
  ['a tag without an end', packSheet(`<row ${'x'.repeat(300_000)}`), rejections.damaged],
  ['no cells', packSheet(''), rejections.noCells],
])('%s is rejected with the reason', async (_, bytes, message) => {
  await expect(collectSpreadsheet(bytes)).rejects.toThrow(new SpreadsheetRejected(message));
});

test('a dry run reads other formats too, and names them if it can’t', async () => {
  const open = openSpreadsheet(texts('Application DS-1'), 'all');
  await expect(open).rejects.toThrow(rejections.noFormat);
});

// Covers: threat-16
test('a claim of a million rows costs nothing', async () => {
  const parts = workbookParts([{ ...good, dimension: 'A1:XFD1048576' }]);
  expect(await collectSpreadsheet(packZip(parts))).toHaveLength(1);
});
