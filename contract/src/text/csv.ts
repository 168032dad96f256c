// What a spreadsheet runs when a cell begins with it, also in full width.
const sign = '[=+\\-@＝＋－＠]';
// A cell may also begin after what a spreadsheet with other settings takes for a separator.
const begins = new RegExp(
  `^(?=\\s*${sign}|[\\t\\r\\n])|(?<=\\S *[,;|\\t\\r\\n])(?=\\s*${sign})`,
  'g',
);

/** A line of a CSV file (RFC 4180) that no spreadsheet runs: a quote before what would be a formula makes it text. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => field(value)).join(',')}\r\n`;

function field(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = text.replace(begins, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
