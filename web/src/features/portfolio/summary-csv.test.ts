import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryCsv } from './summary-csv.ts';

const rowOf = (portfolio_name: string) => ({
  portfolio_name,
  allocated: 9,
  visit_pending: 2,
  visit_done: 7,
  allocation_pending: 1,
  submitted: 4,
  total: 10,
});

/** Parses CSV strictly by RFC 4180. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('is UTF-8 with a byte order mark, comma-separated, with CRLF line ends', () => {
  expect(summaryCsv([rowOf('सह्याद्री, "Gold"')], ['Portfolio Name', 'Total'])).toBe(
    '\ufeffPortfolio Name,Total\r\n"सह्याद्री, ""Gold""",9,2,7,1,4,10\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '＠SUM(A1)'])(
  'does not let a name like %j become a formula',
  (name) => {
    expect(parse(summaryCsv([rowOf(name)], ['x']).slice(1))[1]?.[0]).toBe(`'${name}`);
  },
);

/** Matches the apostrophes that the export adds so that spreadsheets don't read a name as a formula. */
const quotes = /(?<=^|[,;|\t\r\n])'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/g;

test('reads every portfolio name back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (names) => {
      const [, ...rows] = parse(summaryCsv(names.map(rowOf), ['x']).slice(1));
      expect(rows.map(([name]) => name?.replace(quotes, ''))).toEqual(names);
      expect(rows.every((row) => row.length === 7)).toBe(true);
    }),
  );
});
