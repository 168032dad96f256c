import { expect, test } from 'vitest';
import { checkRequirements, findGaps } from './check-requirements.ts';

const files: Record<string, string> = { 'a.test.ts': "test('says so', () => {});" };
const gapsOf = (...rows: string[]) =>
  findGaps(['| What | Test |', '| --- | --- |', ...rows].join('\n'), (path) => files[path]);

test('every requirement and every threat names tests that exist', () => {
  expect(checkRequirements()).toEqual([]);
});

test('a row that names its test is fine, and so is a table that names none', () => {
  expect(gapsOf('| It says so | `a.test.ts` "says so" |')).toEqual([]);
  expect(findGaps('| What | Why not |\n| --- | --- |\n| It | None |', () => undefined)).toEqual([]);
});

test.each([
  ['| It says so | later |', 'line 3: "later" names no test'],
  ['| It says so |  |', 'line 3: "" names no test'],
  ['| It says so | `b.test.ts` "says so" |', 'line 3: there is no b.test.ts'],
  ['| It says so | `a.test.ts` "says" |', 'line 3: a.test.ts has no test "says"'],
  [
    '| It says so | `a.test.ts` "says so"<br>`a.test.ts` "more" |',
    'line 3: a.test.ts has no test "more"',
  ],
  [
    '| It \\| says | so | `a.test.ts` "says so" |',
    'line 3: the row has another number of cells than its header',
  ],
])('%s is a gap', (row, gap) => {
  expect(gapsOf(row)).toEqual([gap]);
});
