import { expect, test } from 'vitest';
import { csvLine, withoutFormulaQuotes } from './csv.ts';

// Covers: threat-17
test.each([
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a;=1', "a;'=1"],
  ['a; ＝1;-2', "a;' ＝1;'-2"],
  ['a\t@b', "a\t'@b"],
  ['a|+1', "a|'+1"],
  [';=1', ";'=1"],
  ['a;"=1&"', `"a;'""=1&"""`],
  ['a=1; b - 2', 'a=1; b - 2'],
  ['Flat 3-B, Pune', '"Flat 3-B, Pune"'],
  ['a,=1', `"a,'=1"`],
  ['a\r=1', `"a\r'=1"`],
  ['a\n =1', `"a\n' =1"`],
  [null, ''],
  [-5, '-5'],
  ['-5', "'-5"],
])('%j is written as %j', (value, written) => {
  expect(csvLine([value, 'x'])).toBe(`${written},x\r\n`);
});

test('the quotes before formulas are removed again, and no others', () => {
  const formulas = ['=1+1', ' @SUM(A1)', '\t=1', 'a;=1', 'a; ＝1;-2', 'a|+1', '-Lane 4', 'a\n =1'];
  for (const text of formulas) {
    const [written = ''] = /^"?(.*?)"?,x/s.exec(csvLine([text, 'x']))?.slice(1) ?? [];
    expect(withoutFormulaQuotes(written.replaceAll('""', '"'))).toBe(text);
  }
  for (const text of ["O'Neil", "'1", "5' x 6'", "it's; '9"]) {
    expect(withoutFormulaQuotes(text)).toBe(text);
  }
});
