import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import { type Cell, type CellStyle, writeXlsx } from 'hucre/xlsx';

const guide: Record<UploadColumn, { width: number; text: string }> = {
  application_id: {
    width: 20,
    text: 'The lender’s number of the application, at most 100 characters. Several rows may have the same number, with different types of applicant or kinds of visit.',
  },
  applicant_name: { width: 26, text: 'Full name, at most 200 characters.' },
  applicant_type: {
    width: 16,
    text: 'For example Applicant, Co-Applicant or Guarantor. Left empty, it becomes Applicant.',
  },
  portfolio_name: { width: 24, text: 'The lender or portfolio the application belongs to.' },
  product_type: { width: 18, text: 'For example Home Loan or Personal Loan.' },
  visit_type: {
    width: 18,
    text: 'RESIDENCE or RESIDENCE VISIT for a visit at home. OFFICE for a visit at work, and OFFICE 2 for a second visit at work.',
  },
  mobile_number: {
    width: 16,
    text: '10 digits. A leading +91 or 0, spaces and dashes are ignored.',
  },
  pin_code: { width: 12, text: '6 digits.' },
  address: { width: 48, text: 'Where to visit, at most 1,000 characters.' },
  message: { width: 32, text: 'A note to the field agent, at most 2,000 characters.' },
};

const asText: CellStyle = { numFmt: '@' };
const bold: CellStyle = { font: { bold: true } };

const embolden = (row: readonly string[]): Map<string, Partial<Cell>> =>
  new Map(row.map((value, column) => [`0,${column}`, { value, style: { ...asText, ...bold } }]));

/** Gives the columns the text format, so that leading zeros stay. */
export async function writeUploadTemplate(): Promise<Uint8Array> {
  const header = uploadColumns.map(({ name }) => name);
  const explained = ['Column', 'Required', 'How to fill it in'];
  return await writeXlsx({
    sheets: [
      {
        name: 'Applicants',
        columns: header.map((name) => ({ width: guide[name].width, style: asText })),
        rows: [header],
        cells: embolden(header),
        freezePane: { rows: 1 },
      },
      {
        name: 'How to fill in',
        columns: [{ width: 20 }, { width: 10 }, { width: 90 }],
        rows: [
          explained,
          ...uploadColumns.map(({ name, required }) => [
            name,
            required ? 'Yes' : 'No',
            guide[name].text,
          ]),
        ],
        cells: embolden(explained),
      },
    ],
  });
}
