// A cell that begins with one of these, also in full width, is a formula to a spreadsheet.
const sign = '[=+\\-@＝＋－＠]';
// With other settings a spreadsheet may also start a cell after one of these separators, and within quotes.
const begins = new RegExp(
  `^(?=[\\s"]*${sign}|[\\t\\r\\n])|(?<=\\S *[,;|\\t\\r\\n]|^ *[,;|])(?=[\\s"]*${sign})`,
  'g',
);

/** A line of a CSV file (RFC 4180); a quote before a would-be formula makes it text. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => field(value)).join(',')}\r\n`;

function field(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = text.replace(begins, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
