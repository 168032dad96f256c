import { limits } from '@doorstep/contract/limits';
import { serverLimits } from '../../../limits.ts';

/** Thrown if a file can't be read. The message explains the reason to the user. */
export class SpreadsheetRejected extends Error {
  override name = 'SpreadsheetRejected';
}

const saveAgain = 'Open it in a spreadsheet program, save it as .xlsx and upload that file.';

export const rejections = {
  empty: 'This file is empty. Choose another file.',
  notSpreadsheet: 'This file is not a spreadsheet. Upload an .xlsx or .xls file.',
  noFormat: 'This file is not a spreadsheet. Choose an xlsx, xls, xlsb, ods or csv file.',
  webPage: `This file is a web page (HTML), not a spreadsheet, whatever its name says. ${saveAgain}`,
  plainText: `This file is plain text (tab- or comma-separated), not a spreadsheet, whatever its name says. ${saveAgain}`,
  otherSpreadsheet: (format: string) => `This file is in the ${format} format. ${saveAgain}`,
  encrypted:
    'This spreadsheet is encrypted with a password. Remove the password and upload it again.',
  damaged: `This spreadsheet is damaged or incomplete. ${saveAgain}`,
  tooManyParts: `This spreadsheet has more than ${serverLimits.spreadsheetParts.toLocaleString('en-US')} parts, which is too many to read. Copy its rows into a new spreadsheet and upload that file.`,
  tooLarge: `This spreadsheet is too large when unpacked: more than ${serverLimits.unpackedBytes / 1024 ** 2} MB. Split it and upload the parts.`,
  tooHungry:
    'This spreadsheet is too large when unpacked, or damaged. Split it and upload the parts.',
  tooManyRows: `This spreadsheet has more than ${limits.uploadMaxRows.toLocaleString('en-US')} rows. Split it and upload the parts.`,
  tooSlow: 'This spreadsheet took too long to read. Split it and upload the parts.',
  openQuote: (row: number) =>
    `The quotation mark that begins a text in row ${row} is never closed. Correct that row and upload the file again.`,
  noSheet: (name: string) =>
    `This spreadsheet has no visible sheet ${name.slice(0, 100)}. Choose another sheet.`,
  noHeadingRow: (row: number, searched: number) =>
    `Row ${row} is empty or too far down. The headings must be in one of the first ${searched} rows that are not empty.`,
  noCells: 'This spreadsheet has no rows: every visible sheet is empty. Choose another file.',
  noRows:
    'This spreadsheet has no rows below its header row. Add the applicants and upload the file again.',
  noHeader: (columns: readonly string[]) =>
    `No header row was found. The first row must name the columns ${columns.join(', ')}.`,
  missingColumns: (columns: readonly string[]) =>
    columns.length === 1
      ? `This spreadsheet lacks the column ${columns[0]}.`
      : `This spreadsheet lacks the columns ${columns.join(', ')}.`,
} as const;
