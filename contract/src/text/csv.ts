// A cell that begins with one of these, also in full width, is a formula in a spreadsheet.
const sign = '[=+\\-@＝＋－＠]';
// With other settings, a spreadsheet may also start a cell after one of these separators, and within quotes.
const begins = new RegExp(
  `^(?=[\\s"]*${sign}|[\\t\\r\\n])|(?<=\\S *[,;|\\t\\r\\n]|^ *[,;|])(?=[\\s"]*${sign})`,
  'g',
);

/** Returns a line of a CSV file (RFC 4180); a quote before a possible formula makes it text. Numbers stay numbers. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => field(value)).join(',')}\r\n`;

const quoted = new RegExp(
  `(?:^|(?<=\\S *[,;|\\t\\r\\n]|^ *[,;|]))'(?=[\\s"]*${sign})|^'(?=[\\t\\r\\n])`,
  'g',
);

/** Removes the quotes that {@link csvLine} added. */
export const withoutFormulaQuotes = (text: string): string =>
  text.includes("'") ? text.replace(quoted, '') : text;

function field(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'number' ? text : text.replace(begins, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
