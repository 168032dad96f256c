import { seeded } from '../../server/src/demo/seeded.ts';
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

/**
 * Makes a lender's .xlsx of `rows` applicants with nine columns, as a spreadsheet program writes it. 81,000
 * rows are just under 5 MB.
 */
export function makeSpreadsheet(rows: number, seed: number): Buffer {
  const { between, pick } = seeded(seed);
  const start = between(0, 800_000_000);
  const lines = [textRow(headings, { row: '1' })];
  for (let row = 2; row < rows + 2; row++) {
    const texts = [
      ...[`DS-${100_000_000 + start + row}`, `${pick(firstNames)} ${pick(lastNames)}`],
      ...['Applicant', pick(portfolios), 'Home Loan', between(1, 3) > 1 ? 'RESIDENCE' : 'OFFICE'],
    ];
    const numbers = [between(6_000_000_000, 9_999_999_998), between(110_001, 810_000)];
    const house = `${between(1, 900)}/${between(1, 90)} ${pick(roads)}`;
    const address = `${house}, near ${pick(firstNames)} ${pick(lastNames)} Stores, ${between(0, 9_999_999)}`;
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
