import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as check from './check-row.ts';

interface NamedCells {
  row: number;
  cells: Partial<Record<UploadColumn, string>>;
}
const valuesOf = (cells: NamedCells['cells']) => uploadColumns.map(({ name }) => cells[name] ?? '');
const checkRow = ({ row, cells }: NamedCells) => check.checkRow(row, valuesOf(cells));
function checkRows(rows: readonly NamedCells[]) {
  const checker = new check.RowChecker();
  for (const { row, cells } of rows) checker.take(row, valuesOf(cells));
  return checker;
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
      application_id: 'DS-1',
      applicant_name: 'रमेश कुमार',
      applicant_type: 'Applicant',
      portfolio_name: 'Kaveri Bank',
      product_type: '',
      visit_type: 'RESIDENCE VISIT',
      mobile_number: '9820098200',
      pin_code: '400053',
      address: '12 Hill Road\nBandra',
      message: '',
    },
  });
});

test('an identity number is not said again in what is reported', () => {
  const named = checkRow({ row: 3, cells: { ...cells, applicant_name: 'Ritu 2345.6789.0124' } });
  expect(named).toMatchObject({ failed: { name: 'Ritu XXXX.XXXX.XXXX' } });
  const twice = checkRows(
    [2, 3].map((row) => ({ row, cells: { ...cells, application_id: '234567890124' } })),
  );
  expect(twice.failed[0]?.errors).toEqual(['application_id XXXXXXXXXXXX is already in row 2']);
});

test('all that is wrong with a row is said at once', () => {
  expect(checkRow({ row: 7, cells: { applicant_name: 'Ritu' } })).toEqual({
    failed: {
      row: 7,
      name: 'Ritu',
      errors: [
        'application_id is required',
        'portfolio_name is required',
        'visit_type is required',
        'mobile_number is required',
        'pin_code is required',
        'address is required',
      ],
    },
  });
});

test.each([
  ['mobile_number', '982009820', 'mobile_number must have 10 digits'],
  ['mobile_number', '9820098200 / 9820098201', 'mobile_number must have 10 digits'],
  ['pin_code', '40005', 'pin_code must have 6 digits'],
  ['application_id', 'x'.repeat(101), 'application_id must have at most 100 characters'],
  ['applicant_name', 'x'.repeat(201), 'applicant_name must have at most 200 characters'],
  ['address', 'x'.repeat(1001), 'address must have at most 1,000 characters'],
  ['application_id', 'DS-\u200b1', 'application_id must not hold invisible characters'],
  ['applicant_name', 'Ritu \u202eoaR', 'applicant_name must not hold invisible characters'],
  ['address', 'UID 2345/6789/0124', 'address must not hold an Aadhaar number'],
  ['message', 'UID 2345 6789 0124', 'message must not hold an Aadhaar number'],
  ['portfolio_name', 'Axis 2345 6789 0124', 'portfolio_name must not hold an Aadhaar number'],
  ['product_type', '2345.6789.0124', 'product_type must not hold an Aadhaar number'],
  ['applicant_type', '2345 6789 0124', 'applicant_type must not hold an Aadhaar number'],
  ['applicant_name', 'Ritu २३४५६७८९०१२४', 'applicant_name must not hold an Aadhaar number'],
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

test('every row is either good or failed, and no two good ones share an application_id', () => {
  const anyRow = fc.record({
    application_id: fc.constantFrom('', 'A', ' A ', 'B', 'C', 'a'),
    applicant_name: fc.constantFrom('', 'Ritu'),
    mobile_number: fc.constantFrom('9820098200', '982'),
  });
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), (parts) => {
      const rows = parts.map((part, index) => ({ row: index + 2, cells: { ...cells, ...part } }));
      const { good, failed } = checkRows(rows);
      const numbers = [...good, ...failed].map(({ row }) => row).toSorted((a, b) => a - b);
      expect(numbers).toEqual(rows.map(({ row }) => row));
      expect(new Set(good.map(({ applicant }) => applicant.application_id)).size).toBe(good.length);
      for (const { row, errors } of failed) {
        expect(errors.length).toBeGreaterThan(0);
        for (const [, first] of errors.join('\n').matchAll(/already in row (\d+)$/gm)) {
          expect(Number(first)).toBeLessThan(row);
        }
      }
      for (const { row, applicant } of good) {
        expect(checkRow({ row, cells: applicant })).toEqual({ applicant });
      }
    }),
  );
});

test('the second row with an application_id names the first, even a failed first', () => {
  const first = { row: 2, cells: { ...cells, pin_code: '1' } };
  const second = { row: 9, cells };
  const third = { row: 10, cells: { ...cells, pin_code: '2' } };
  expect(checkRows([first, second, third])).toMatchObject({
    good: [],
    failed: [
      { row: 2, errors: ['pin_code must have 6 digits'] },
      { row: 9, errors: ['application_id DS-1 is already in row 2'] },
      {
        row: 10,
        errors: ['pin_code must have 6 digits', 'application_id DS-1 is already in row 2'],
      },
    ],
  });
});
