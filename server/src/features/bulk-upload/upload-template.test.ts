import { uploadColumns } from '@doorstep/contract/bulk-upload';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { collectSpreadsheet } from '../../testing/spreadsheets/read-spreadsheet.ts';
import { writeUploadTemplate } from './upload-template.ts';

test('the template has the bold header, text columns, and a sheet that explains them', async () => {
  const template = await writeUploadTemplate();
  const { sheets } = await readXlsx(template, { readStyles: true });
  const header = uploadColumns.map((column) => column.name);
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Applicants', 'How to fill in']);
  expect(sheets[0]?.rows).toEqual([header]);
  expect(sheets[0]?.cells?.get('0,0')?.style).toMatchObject({ font: { bold: true }, numFmt: '@' });
  expect(sheets[1]?.rows.map((row) => row.slice(0, 2))).toEqual([
    ['Column', 'Required'],
    ...uploadColumns.map(({ name, required }) => [name, required ? 'Yes' : 'No']),
  ]);
});

test('sent back unchanged, it has no rows', async () => {
  await expect(collectSpreadsheet(await writeUploadTemplate())).rejects.toThrow(/no rows below/);
});
