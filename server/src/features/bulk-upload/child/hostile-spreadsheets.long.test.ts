import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CFB } from '@e965/xlsx';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { checkSpreadsheet } from '../../../testing/spreadsheets/check-spreadsheet.ts';
import {
  expectReadOrRejected,
  modifiedFilesTimeout,
} from '../../../testing/spreadsheets/modified-files.ts';
import {
  packSheet,
  packZip,
  textRow,
  workbookParts,
  type ZipPart,
} from '../../../testing/spreadsheets/pack-xlsx.ts';
import type { PoolLimits } from '../../../work/child-pool.ts';
import { rejections, SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { readerLimits, startReaders } from './run-spreadsheet-child.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/${name}`, import.meta.url));
const xlsx = fixture('applicants-25.xlsx');
const xls = fixture('applicants-25.xls');

// Uses long timeouts, so that even a busy machine rejects a file for its content and not because of a
// timeout.
const patientLimits = { ...readerLimits, deadline: 300_000, longestWait: 300_000 };
const usual = startReaders(patientLimits);

async function refuse(bytes: Uint8Array, limits?: Partial<PoolLimits>): Promise<string> {
  const readers = limits ? startReaders({ ...patientLimits, ...limits }) : usual;
  const refused = await checkSpreadsheet(bytes, readers).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SpreadsheetRejected);
  return (refused as SpreadsheetRejected).message;
}

const headings = 'App No,Name,Bank,FI Type,Mob No,Pin,Address'.split(',');
const parts = workbookParts([{ rows: textRow(['App No', 'Name']) }]);
const withDoctype = (doctype: string) =>
  packZip(
    parts.map((part) =>
      part.name.includes('sheet1') ? { ...part, content: `${doctype}${part.content}` } : part,
    ),
  );
const table = '<table><tr><td>Application ID</td></tr></table>';

test('a process reads only one file', () => expect(readerLimits.jobsPerProcess).toBe(1));

// `read-rows.test.ts` covers the other reasons, without a child process.
test.each<[string, Uint8Array, string]>([
  [
    'a PDF',
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', 'latin1'),
    rejections.notSpreadsheet,
  ],
  ['a bare table', Buffer.from(table), rejections.webPage],
  ['tab-separated text', Buffer.from('App No\tName\nDS-1\tरमेश\n'), rejections.plainText],
  ['a cut .xls', xls.subarray(0, xls.length * 0.4), rejections.damaged],
  [
    'a bomb',
    packZip([...parts, { name: 'xl/media/bomb', content: Buffer.alloc(105_000_000) }]),
    rejections.tooLarge,
  ],
  [
    'a bomb said to be small',
    packZip([
      ...parts,
      { name: 'bomb', content: Buffer.alloc(105_000_000), claims: { unpackedSize: 1_000 } },
    ]),
    rejections.tooLarge,
  ],
  ['a zip in a zip', packZip([{ name: 'cases.xlsx', content: xlsx }]), rejections.notSpreadsheet],
  [
    'entities that grow',
    withDoctype('<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'),
    rejections.damaged,
  ],
  [
    'entities from elsewhere',
    withDoctype('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    rejections.damaged,
  ],
])('%s is rejected', async (_, bytes, message) => {
  expect(await refuse(bytes)).toBe(message);
});

test('an encrypted .xlsx is rejected as such', async () => {
  const encrypted = await writeXlsx({
    sheets: [{ name: 'A', rows: [['App No']] }],
    encryption: { password: 'secret', spinCount: 1_000 },
  });
  expect(await refuse(encrypted)).toBe(rejections.encrypted);
});

test('an encrypted .xls is rejected as such', async () => {
  const container = CFB.read(xls, { type: 'buffer' });
  const stream: Buffer = Buffer.from(CFB.find(container, '/Workbook').content);
  const afterStart = 4 + stream.readUInt16LE(2);
  const filePass = Buffer.from('2f000600000012345678', 'hex');
  CFB.utils.cfb_add(
    container,
    '/Workbook',
    Buffer.concat([stream.subarray(0, afterStart), filePass, stream.subarray(afterStart)]),
  );
  expect(await refuse(CFB.write(container, { type: 'buffer' }))).toBe(rejections.encrypted);
});

// Covers: threat-16
test('more than 200,000 rows are rejected', async () => {
  const rows = textRow(headings) + '<row><c><v>1</v></c></row>'.repeat(200_001);
  expect(await refuse(packSheet(rows))).toBe(rejections.tooManyRows);
});

test('a machine that is too busy to read a file does not blame the file', async () => {
  await expect(
    checkSpreadsheet(xls, startReaders({ ...readerLimits, deadline: 20 })),
  ).rejects.toMatchObject({
    status: 503,
    retryAfter: 2,
  });
});

// Covers: threat-16, asvs-5, fault-47
test('time and memory are limited', async () => {
  const names = Array.from({ length: 700_000 }, (_, index) => `<si><t>${index}</t></si>`).join('');
  const hungry = packSheet('', { sharedStrings: names });
  expect(await refuse(hungry, { cpuMilliseconds: 20 })).toBe(rejections.tooSlow);
  expect(await refuse(hungry, { heapMegabytes: 16 })).toBe(rejections.tooHungry);
  expect(await refuse(hungry, { memoryMegabytes: 60 })).toBe(rejections.tooHungry);
});

// Covers: threat-16
test('any modified file is read or rejected', { timeout: modifiedFilesTimeout }, () =>
  expectReadOrRejected([xls, xls, xls, xlsx], checkSpreadsheet),
);

// Covers: asvs-14
test('at most two are read at the same time, and all of them eventually', async () => {
  const readings = Array.from({ length: 5 }, () => checkSpreadsheet(xls));
  let most = 0;
  const count = setInterval(() => {
    const running = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap');
    most = Math.max(most, running.length);
  }, 5);
  const rows = await Promise.all(readings);
  clearInterval(count);
  expect(rows.map(({ good }) => good)).toEqual([22, 22, 22, 22, 22]);
  expect(most).toBe(2);
});

const goodRow = ['DS-1', 'Ritu', 'Kaveri', 'OFFICE', '9820098200', '400053', '12 Hill Road'];
const goodParts = workbookParts([{ rows: textRow(headings) + textRow(goodRow) }]);

function zipWith(add: (zip: ZipFile, part: ZipPart) => void, zip64 = false): Promise<Buffer> {
  const zip = new ZipFile();
  for (const part of goodParts) add(zip, part);
  zip.end({ forceZip64Format: zip64, comment: '' });
  return buffer(zip.outputStream);
}
const bytesOf = (part: ZipPart) => Buffer.from(part.content);

test.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'parts that are not packed',
    () => zipWith((zip, part) => zip.addBuffer(bytesOf(part), part.name, { compress: false })),
  ],
  [
    'sizes that come after the parts',
    () => zipWith((zip, part) => zip.addReadStream(Readable.from([bytesOf(part)]), part.name)),
  ],
  [
    'the format for huge zips',
    () =>
      zipWith(
        (zip, part) => zip.addBuffer(bytesOf(part), part.name, { forceZip64Format: true }),
        true,
      ),
  ],
  [
    'a part with a path outside the folder',
    () => packZip([...goodParts, { name: '../../etc/passwd', content: 'x' }]),
  ],
  [
    'names with backslashes and in capitals',
    () =>
      packZip(
        goodParts.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\').toUpperCase() })),
      ),
  ],
  [
    'a size that is not true',
    () => packZip(goodParts.map((part) => ({ ...part, claims: { unpackedSize: 10 } }))),
  ],
  [
    'a row of 16,384 cells',
    () => packSheet(textRow(headings) + textRow([...goodRow, ...Array<string>(16_377).fill('x')])),
  ],
])('%s: read nevertheless', async (_, make) => {
  expect(await checkSpreadsheet(await make())).toMatchObject({ good: 1, failed: [] });
});

test('one huge text that every cell refers to costs little', async () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(7)}</row>`;
  const sharedStrings = `<si><t>${'x'.repeat(32_000)}</t></si>`;
  const file = packSheet(textRow(headings) + row.repeat(100_000), { sharedStrings });
  const outcome = await checkSpreadsheet(file).catch((error: unknown) => error);
  expect(outcome).not.toMatchObject({ good: 0, failed: [] });
});
