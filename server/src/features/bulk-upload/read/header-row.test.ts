import { uploadColumns } from '@doorstep/contract/bulk-upload';
import { expect, test } from 'vitest';
import { columnOrder, findColumns, type NamedRow, RowsUnderHeader } from './header-row.ts';

test('every column of the API is found under its own name', () => {
  const names = uploadColumns.map((column) => column.name);
  expect(columnOrder).toEqual(names);
  expect([...findColumns(names).keys()]).toEqual(names);
});

test.each([
  ['App No.', 'application_id'],
  ['APPLICATION NUMBER', 'application_id'],
  ['applicationId', 'application_id'],
  ['Loan Application No', 'application_id'],
  ['App #', 'application_id'],
  ['Customer_Name*', 'applicant_name'],
  ['Mobile', 'mobile_number'],
  ['Phone Number (10 digits)', 'mobile_number'],
  ['Contact No', 'mobile_number'],
  ['Pincode', 'pin_code'],
  ['PIN', 'pin_code'],
  ['Zip', 'pin_code'],
  ['Bank', 'portfolio_name'],
  ['FI Type', 'visit_type'],
  ['Visit', 'visit_type'],
  ['Remarks', 'message'],
])('%s names %s', (heading, column) => {
  expect([...findColumns([heading])]).toEqual([[column, 0]]);
});

test.each(['Sr. No.', 'Status', '', 'Amount', 'Ramesh Kumar'])('%j names no column', (heading) => {
  expect(findColumns([heading]).size).toBe(0);
});

test('of two matching headings the plainer name wins, of equal ones the first', () => {
  expect(findColumns(['Bank', 'Portfolio Name']).get('portfolio_name')).toBe(1);
  expect(findColumns(['Mobile', 'Mobile']).get('mobile_number')).toBe(0);
});

function readUnderHeader(rows: string[][]) {
  const read: NamedRow[] = [];
  const table = new RowsUnderHeader(['application_id', 'pin_code', 'address'], (row) =>
    read.push(row),
  );
  for (const [index, cells] of rows.entries()) table.take(index + 1, cells);
  table.end();
  return read;
}

test('passes on the rows below the header, wherever its columns are', () => {
  const read = readUnderHeader([
    ['Title'],
    ['Pin', 'x', 'App No', 'Address'],
    ['1', '2', '3', '4'],
    ['', 'x'],
  ]);
  expect(read).toEqual([
    {
      row: 3,
      values: ['3', '', '', '', '', '', '', '1', '4', ''],
      cells: ['1', '2', '3', '4'],
    },
  ]);
});

test.each([
  [[], /every visible sheet is empty/],
  [['a,b'], /No header row.*application_id, pin_code, address/],
  [['App No,Pin', '1,2'], /lacks the column address\./],
  [['App No,Name', '1,2'], /lacks the columns pin_code, address\./],
  [['App No,Pin,Address'], /no rows below/],
  [[...Array(30).fill('x'), 'App No,Pin,Address', '1,2,3'], /No header row/],
])('names what is missing in %j', (lines, message) => {
  expect(() => readUnderHeader(lines.map((line) => line.split(',')))).toThrow(message);
});
