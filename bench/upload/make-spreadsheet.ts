import {
  packZip,
  textRow,
  workbookParts,
} from '../../server/src/testing/spreadsheets/pack-xlsx.ts';

const headings = [
  ...['Application ID', 'Applicant Name', 'Applicant Type', 'Portfolio', 'Product', 'FI Type'],
  ...['Mobile No', 'Pincode', 'Address'],
];
const firstNames = 'Ramesh Priya Arjun Kavitha Irfan Gurpreet Sandeep Anjali Lakshmi Fatima'.split(
  ' ',
);
const lastNames = 'Sharma Nair Mehta Shaikh Kaur Reddy Deshpande Banerjee Patel Yadav'.split(' ');
const portfolios = ['Kaveri Home Loans', 'Saraswat Home Loans', 'Axis Personal Loans'];
const roads = ['Hill Road, Bandra West', 'MG Road', 'Ashram Road', 'Park Street', 'Anna Salai'];

/** The same numbers for the same seed, 0 up to but not including `below` (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A lender's .xlsx of `rows` applicants, nine columns each, as a spreadsheet program writes it: 81,000 are just under 5 MB. */
export function makeSpreadsheet(rows: number, seed: number): Buffer {
  const random = seeded(seed);
  const pick = (list: readonly string[]) => list[random(list.length)] ?? '';
  const start = random(800_000_000);
  const lines = [textRow(headings, { row: '1' })];
  for (let row = 2; row < rows + 2; row++) {
    const texts = [
      ...[`DS-${100_000_000 + start + row}`, `${pick(firstNames)} ${pick(lastNames)}`],
      ...['Applicant', pick(portfolios), 'Home Loan', random(3) > 0 ? 'RESIDENCE' : 'OFFICE'],
    ];
    const numbers = [6_000_000_000 + random(3_999_999_999), 110_001 + random(700_000)];
    const house = `${1 + random(900)}/${1 + random(90)} ${pick(roads)}`;
    const address = `${house}, near ${pick(firstNames)} ${pick(lastNames)} Stores, ${random(10_000_000)}`;
    const cells = [
      ...texts.map((text, column) => textCell(column, row, text)),
      ...numbers.map((number, index) => `<c r="${'GH'[index]}${row}"><v>${number}</v></c>`),
      textCell(8, row, address),
    ];
    lines.push(`<row r="${row}">${cells.join('')}</row>`);
  }
  return packZip(workbookParts([{ rows: lines.join('') }]));
}

function textCell(column: number, row: number, text: string): string {
  return `<c r="${'ABCDEFGHI'[column]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
}
