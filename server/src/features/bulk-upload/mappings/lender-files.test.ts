import { readdirSync, readFileSync } from 'node:fs';
import type { MappedFields, MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { expect, test } from 'vitest';
import { openMapped, readMapped, type WantedReading } from '../child/read-mapped.ts';
import { openSpreadsheet } from '../read/read-rows.ts';
import { type NewApplicant, RowChecker } from '../rows/check-row.ts';

const folder = new URL('../../../../fixtures/lender-files/', import.meta.url);

async function readFile(name: string, more: Partial<MappingContent> = {}) {
  const read = async (wanted: WantedReading) => {
    const checker = new RowChecker();
    const spreadsheet = await openSpreadsheet(readFileSync(new URL(name, folder)), 'all');
    const table = await readMapped(await openMapped(spreadsheet, wanted), (row, values, point) =>
      checker.take(row, values, point),
    );
    return { ...table, checker };
  };
  const { mapping, sheet, headingRow } = await read({});
  const fields = { ...mapping.fields, ...more.fields };
  return read({ sheet, headingRow, mapping: { fields, second: more.second ?? null } });
}

const from = (...headings: string[]) => ({ headings });
const always = (constant: string) => ({ constant });
const place = (address: string, pin: string, mobile: string, visit: string): MappedFields => ({
  ...{ address: from(address), pin_code: from(pin), mobile_number: from(mobile) },
  visit_type: always(visit),
});

type Row = [row: number, ...values: Partial<NewApplicant>[]];

interface Expected {
  sheet: string;
  headingRow: number;
  more?: Partial<MappingContent>;
  good: Row[];
  failed?: [row: number, error: RegExp][];
}

const hindi: Omit<Expected, 'sheet'> = {
  headingRow: 1,
  more: { fields: { portfolio_name: from('बैंक'), visit_type: from('जाँच'), message: from('दिनांक') } },
  good: [
    [
      2,
      {
        ...{
          application_id: 'HI-301',
          applicant_name: 'रमेश कुमार शर्मा',
          mobile_number: '9820098200',
        },
        ...{ pin_code: '400053', visit_type: 'RESIDENCE', message: '2026-03-05' },
      },
    ],
    [3, { mobile_number: '9820098202', visit_type: 'OFFICE', address: 'दुकान 3\nस्टेशन रोड' }],
  ],
};
const tata: Expected = {
  ...{ sheet: 'Tata', headingRow: 1 },
  more: { fields: { address: from('Addr 1', 'Addr 2', 'City') } },
  good: [
    [
      2,
      {
        ...{ application_id: 'TC-9001', applicant_type: 'Co-Applicant', product_type: 'HL' },
        ...{ mobile_number: '9822098220', pin_code: '411004', address: 'Flat 9, Karve Road, Pune' },
      },
    ],
    [3, { applicant_type: 'Applicant', visit_type: 'BUSINESS', address: 'Gala 3, Pune' }],
  ],
};

const expected: Record<string, Expected> = {
  'openpyxl-title.xlsx': {
    ...{ sheet: 'CPV 05 Mar', headingRow: 3 },
    more: {
      fields: {
        portfolio_name: always('HDFC PL'),
        message: from('Recd On'),
        ...place('Resi Address', 'Resi Pincode', 'Resi Mobile', 'RV'),
      },
      second: place('Office Address', 'Office Pincode', 'Office Mobile', 'OV'),
    },
    good: [
      [
        4,
        { visit_type: 'RESIDENCE', mobile_number: '9820098200', message: '2026-03-05' },
        { visit_type: 'OFFICE', mobile_number: '9820098201', pin_code: '400053' },
      ],
      [5, { application_id: 'LOS0012202', product_type: 'PL', visit_type: 'RESIDENCE' }],
      [6, { visit_type: 'OFFICE', address: 'Shop 2, Hill Road' }],
    ],
    failed: [[6, /pin_code must have 6 digits/]],
  },
  'xlsxwriter-merged.xlsx': {
    ...{ sheet: 'Cases', headingRow: 2 },
    more: {
      fields: {
        application_id: from('Agreement ID'),
        portfolio_name: always('Kotak'),
        message: from('Disb Date'),
        ...place('Residence / Address', 'Residence / Pin', 'Residence / Mobile', 'RV'),
      },
      second: place('Office / Address', 'Office / Pin', 'Office / Mobile', 'OV'),
    },
    good: [
      [
        3,
        { application_id: 'KMB/77/001', pin_code: '600017', message: '2026-03-04 10:30' },
        { application_id: 'KMB/77/001', pin_code: '600035', address: 'TNHB Complex' },
      ],
      [4, { mobile_number: '9825033110' }, { mobile_number: '9825033111' }],
    ],
  },
  'libreoffice-hindi.ods': { ...hindi, sheet: 'मामले' },
  'libreoffice-utf16.csv': { ...hindi, sheet: '' },
  'libreoffice-sheets.xls': {
    ...{ sheet: 'Kochi', headingRow: 1 },
    good: [
      [
        2,
        { visit_type: 'RESIDENCE VISIT', mobile_number: '9846012345', message: '2026-03-05 09:15' },
      ],
      [3, { mobile_number: '9846012346', pin_code: '682011', message: 'TRUE' }],
    ],
    failed: [[4, /already known from row 3/]],
  },
  'libreoffice-1252.csv': {
    ...{ sheet: '', headingRow: 1 },
    good: [
      [2, { applicant_name: 'José Fernandes', address: 'Casa “Boa Vista” – Rua 31' }],
      [3, { address: 'Shop 5; Margão Market' }],
    ],
  },
  'sheetjs.xlsb': tata,
  'sheetjs.ods': tata,
  'sheetjs.xlsx': {
    ...{ sheet: 'Leads', headingRow: 3 },
    more: { fields: { message: from('Date') } },
    good: [
      [4, { application_id: 'ID-1', mobile_number: '9811122334', message: '05-Mar-2026' }],
      [5, { pin_code: '110001', mobile_number: '9811122335', message: '05/03/2026' }],
    ],
    failed: [[6, /application_id is required/]],
  },
  'excel-traits.xlsx': {
    ...{ sheet: 'Cases & more', headingRow: 3 },
    more: { fields: { application_id: from('App Ref No') } },
    good: [
      [
        4,
        {
          ...{ application_id: 'EX-1', applicant_name: 'Deepa Menon', mobile_number: '9820098200' },
          ...{
            pin_code: '600040',
            address: '4/12 \nTemple Street & Lane',
            message: '2026-03-05 10:30',
          },
        },
      ],
    ],
    failed: [[5, /pin_code is required/]],
  },
  'google-traits.xlsx': {
    ...{ sheet: 'Sheet1', headingRow: 1 },
    more: { fields: { message: from('Landmark', 'Date') } },
    good: [
      [2, { mobile_number: '9892098920', pin_code: '400706', message: 'Near station, 2026-03-05' }],
      [3, { visit_type: 'OFFICE', message: '2026-03-06' }],
    ],
  },
  'excel-traits.csv': {
    ...{ sheet: '', headingRow: 1 },
    good: [
      [3, { address: 'Park "Plaza", Park Street' }],
      [4, { mobile_number: '9830098302', address: '-Lane 4' }],
    ],
    failed: [[2, /The spreadsheet has rounded the number to 9\.83E\+09/]],
  },
};

test('each of the twelve files has its expectation', () => {
  const files = readdirSync(folder).filter((name) => !name.endsWith('.md'));
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(files.length).toBe(12);
});

// Covers: try-7
test.each(Object.entries(expected))('%s is read as its sender meant it', async (name, wanted) => {
  const { checker, missingFields, sheet, headingRow } = await readFile(name, wanted.more);
  expect({ missingFields, sheet, headingRow }).toEqual({
    ...{ missingFields: [], sheet: wanted.sheet, headingRow: wanted.headingRow },
  });
  const good = Map.groupBy(checker.good, ({ row }) => row);
  const rows = [...good].map(([row, points]) => [row, ...points.map(({ applicant }) => applicant)]);
  expect(rows).toMatchObject(wanted.good);
  expect(rows.map((row) => row.length)).toEqual(wanted.good.map((row) => row.length));
  const failed = checker.failed.map(({ row, errors }) => [row, errors.join('; ')]);
  expect(failed).toEqual(
    (wanted.failed ?? []).map(([row, error]) => [row, expect.stringMatching(error)]),
  );
});
