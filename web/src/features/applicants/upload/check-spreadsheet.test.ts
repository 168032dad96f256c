import { expect, test } from 'vitest';
import { findFileProblem } from './check-spreadsheet.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const wrongFormat = 'Invalid file format. Only XLSX and XLS files are allowed.';

// Covers: upload-3
test.each([
  ['cases.xlsx', '', undefined],
  ['CASES.XLS', '', undefined],
  ['cases', xlsx, undefined],
  ['cases', 'application/vnd.ms-excel', undefined],
  ['cases.csv', 'text/csv', wrongFormat],
  ['cases.xlsx.pdf', 'application/pdf', wrongFormat],
  ['xlsx', '', wrongFormat],
])('%s of type "%s"', (name, type, refusal) => {
  expect(findFileProblem({ name, type, size: 10 })).toBe(refusal);
});

// Covers: upload-4
test('accepts up to 5 MB', () => {
  expect(findFileProblem({ name: 'a.xlsx', type: xlsx, size: 5_242_881 })).toMatch(
    /Your file is 5\.00MB$/,
  );
  expect(findFileProblem({ name: 'a.xlsx', type: xlsx, size: 5_242_880 })).toBeUndefined();
  expect(findFileProblem({ name: 'a.xlsx', type: xlsx, size: 6_000_000 })).toBe(
    'File size exceeds the maximum limit of 5MB. Your file is 5.72MB',
  );
});
