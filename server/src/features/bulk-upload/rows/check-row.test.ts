import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowChecker } from './check-row.ts';
import { contactPointOf } from './known-applicant.ts';

interface NamedCells {
  row: number;
  cells: Partial<Record<UploadColumn, string>>;
}
const valuesOf = (cells: NamedCells['cells']) => uploadColumns.map(({ name }) => cells[name] ?? '');
function checkRows(rows: readonly NamedCells[]) {
  const checker = new RowChecker();
  for (const { row, cells } of rows) checker.take(row, valuesOf(cells));
  return checker;
}
function checkRow(row: NamedCells) {
  const { good, failed } = checkRows([row]);
  return good[0] ? { applicant: good[0].applicant } : { failed: failed[0] };
}

const cells: NamedCells['cells'] = {
  application_id: 'DS-1',
  applicant_name: '  रमेश   कुमार ',
  portfolio_name: 'Kaveri Bank',
  visit_type: ' residence  visit ',
  mobile_number: '+91 98200-98200',
  pin_code: '400 053',
  address: '12 Hill Road\nBandra',
};

test('a good row becomes an applicant', () => {
  expect(checkRow({ row: 2, cells })).toEqual({
    applicant: {
      ...cells,
      ...{ applicant_name: 'रमेश कुमार', applicant_type: 'Applicant' },
      ...{ visit_type: 'RESIDENCE VISIT', mobile_number: '9820098200', pin_code: '400053' },
      ...{ product_type: '', message: '' },
    },
  });
});

test('an identity number is not repeated in a report', () => {
  const named = checkRow({ row: 3, cells: { ...cells, applicant_name: 'Ritu 2345.6789.0124' } });
  expect(named).toMatchObject({ failed: { name: 'Ritu XXXX.XXXX.XXXX' } });
  const twice = checkRows(
    [2, 3].map((row) => ({ row, cells: { ...cells, application_id: '234567890124' } })),
  );
  expect(twice.failed[0]?.errors).toEqual([
    'Application XXXXXXXXXXXX (APPLICANT, RESIDENCE VISIT) is already known from row 2',
  ]);
});

test('all errors of a row are reported together', () => {
  expect(checkRow({ row: 7, cells: { applicant_name: 'Ritu' } })).toMatchObject({
    failed: {
      row: 7,
      name: 'Ritu',
      errors: uploadColumns
        .filter(({ name, required }) => required && name !== 'applicant_name')
        .map(({ name }) => `${name} is required`),
    },
  });
  const nameless = { ...cells, application_id: '' };
  const { failed } = checkRows([2, 3].map((row) => ({ row, cells: nameless })));
  expect(failed.map(({ errors }) => errors.join())).toEqual([
    ...['application_id is required', 'application_id is required'],
  ]);
});

test.each([
  ['mobile_number', '982009820', 'mobile_number must have 10 digits'],
  ['mobile_number', '9820098200 / 9820098201', 'mobile_number must have 10 digits'],
  ['pin_code', '40005', 'pin_code must have 6 digits'],
  ['application_id', 'x'.repeat(101), 'application_id must have at most 100 characters'],
  ['applicant_name', 'x'.repeat(201), 'applicant_name must have at most 200 characters'],
  ['address', 'x'.repeat(1001), 'address must have at most 1,000 characters'],
  ['application_id', 'DS-\u200b1', 'application_id must not contain invisible characters'],
  ['applicant_name', 'Ritu \u202eoaR', 'applicant_name must not contain invisible characters'],
  ['address', 'UID 2345/6789/0124', 'address must not contain an Aadhaar number'],
  ['message', 'UID 2345 6789 0124', 'message must not contain an Aadhaar number'],
  ['portfolio_name', 'Axis 2345 6789 0124', 'portfolio_name must not contain an Aadhaar number'],
  ['product_type', '2345.6789.0124', 'product_type must not contain an Aadhaar number'],
  ['applicant_type', '2345 6789 0124', 'applicant_type must not contain an Aadhaar number'],
  ['applicant_name', 'Ritu २३४५६७८९०१२४', 'applicant_name must not contain an Aadhaar number'],
  ['message', 'x'.repeat(2001), 'message must have at most 2,000 characters'],
] as const)('%s %s: %s', (column, value, error) => {
  expect(checkRow({ row: 2, cells: { ...cells, [column]: value } })).toMatchObject({
    failed: { errors: [error] },
  });
});

test('characters are counted, not UTF-16 units', () => {
  expect(checkRow({ row: 2, cells: { ...cells, message: '🏠'.repeat(2000) } })).toHaveProperty(
    'applicant',
  );
});

test('every row is either good or failed, and no two good ones share a contact point', () => {
  const anyRow = fc.record({
    application_id: fc.constantFrom('', 'A', ' A ', 'B', 'C', 'a'),
    applicant_name: fc.constantFrom('', 'Ritu'),
    applicant_type: fc.constantFrom('', 'Co-Applicant', 'COAPP'),
    visit_type: fc.constantFrom('RV', 'Residence Visit', 'OFFICE', 'office-2'),
    mobile_number: fc.constantFrom('9820098200', '982'),
  });
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), (parts) => {
      const rows = parts.map((part, index) => ({ row: index + 2, cells: { ...cells, ...part } }));
      const { good, failed } = checkRows(rows);
      const numbers = [...good, ...failed].map(({ row }) => row).toSorted((a, b) => a - b);
      expect(numbers).toEqual(rows.map(({ row }) => row));
      expect(new Set(good.map(({ applicant }) => contactPointOf(applicant))).size).toBe(
        good.length,
      );
      for (const { row, errors } of failed) {
        expect(errors.length).toBeGreaterThan(0);
        for (const [, first] of errors.join('\n').matchAll(/already known from row (\d+)$/gm)) {
          expect(Number(first)).toBeLessThan(row);
        }
      }
      for (const { row, applicant } of good) {
        expect(checkRow({ row, cells: applicant })).toEqual({ applicant });
      }
    }),
  );
});

const onceMore = (visit: string) => `Application DS-1 (${visit}) is already known from row 2`;

test('the second row with a contact point names the first, even a failed first', () => {
  const first = { row: 2, cells: { ...cells, pin_code: '1' } };
  const second = { row: 9, cells };
  const third = { row: 10, cells: { ...cells, pin_code: '2' } };
  const known = onceMore('APPLICANT, RESIDENCE VISIT');
  expect(checkRows([first, second, third])).toMatchObject({
    good: [],
    failed: [
      { row: 2, errors: ['pin_code must have 6 digits'] },
      { row: 9, errors: [known] },
      { row: 10, errors: ['pin_code must have 6 digits', known] },
    ],
  });
});

// Covers: upload-8
test('home, office and co-applicant of one application are three, in any later spelling', () => {
  const points: NamedCells['cells'][] = [
    { visit_type: 'RESIDENCE' },
    { visit_type: 'OV' },
    { visit_type: 'RESI', applicant_type: 'CO APPLICANT', applicant_name: 'Sita' },
    { visit_type: 'r.v.', applicant_type: 'applicant' },
    { visit_type: 'Office Visit' },
    { visit_type: 'Residence-Visit', applicant_type: 'Coapp.', applicant_name: 'SITA' },
  ];
  const { good, failed } = checkRows(
    points.map((point, index) => ({ row: index + 2, cells: { ...cells, ...point } })),
  );
  expect(good.map(({ row }) => row)).toEqual([2, 3, 4]);
  expect(failed.map(({ errors }) => errors)).toEqual([
    [onceMore('APPLICANT, RESIDENCE')],
    ['Application DS-1 (APPLICANT, OFFICE) is already known from row 3'],
    ['Application DS-1 (CO-APPLICANT, RESIDENCE VISIT) is already known from row 4'],
  ]);
});

// Covers: upload-8
test.each<[string, NamedCells['cells'], NamedCells['cells'], string]>([
  [
    'another person',
    {},
    { applicant_name: 'Sita Devi' },
    `${onceMore('APPLICANT, RESIDENCE')} with the name रमेश कुमार. This row has the name Sita Devi. If both belong to this application, change the applicant type of this row to CO-APPLICANT. Otherwise, correct its application number`,
  ],
  [
    'another co-applicant',
    { applicant_type: 'Co-Applicant' },
    { applicant_type: 'COAPP', applicant_name: 'Sita Devi' },
    expect.stringMatching(/^Application DS-1 \(CO-APPLICANT, .* to CO-APPLICANT 2\. /),
  ],
  [
    'another office',
    { visit_type: 'OFFICE' },
    { visit_type: 'OFFICE', address: '7 Fort Road' },
    `${onceMore('APPLICANT, OFFICE')} with another address. If this row is another place, change its visit type to OFFICE 2`,
  ],
  [
    'a third office',
    { visit_type: 'OFFICE 2' },
    { visit_type: 'OFF 2', address: '7 Fort Road' },
    expect.stringMatching(/ change its visit type to OFFICE 3$/),
  ],
  [
    'another home, which a number in its visit type would turn into an office',
    {},
    { address: '7 Fort Road' },
    `${onceMore('APPLICANT, RESIDENCE')} with another address. If this row is another home, change its applicant type to APPLICANT 2`,
  ],
  [
    'the same address in another spelling',
    {},
    { address: '12, HILL Road; Bandra.' },
    onceMore('APPLICANT, RESIDENCE'),
  ],
])('a repeated contact point is reported with %s', (_, first, second, error) => {
  const rows = [first, second].map((own, index) => ({
    row: index + 2,
    cells: { ...cells, visit_type: 'RESIDENCE', ...own },
  }));
  expect(checkRows(rows).failed.map(({ errors }) => errors)).toEqual([[error]]);
});
