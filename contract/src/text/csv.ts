// A spreadsheet program treats a cell as a formula if the cell begins with one of these characters, even in
// its full-width form.
const sign = '[=+\\-@＝＋－＠]';
// Depending on its settings, a spreadsheet program may begin a new cell after one of these separators, even
// within quotes.
const begins = new RegExp(
  `^(?=[\\s"]*${sign}|[\\t\\r\\n])|(?<=\\S *[,;|\\t\\r\\n]|^ *[,;|])(?=[\\s"]*${sign})`,
  'g',
);

/**
 * Returns a line of a CSV file (RFC 4180). Puts an apostrophe before each possible formula, so that it is
 * shown and not run. Numbers get no apostrophe.
 */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => field(value)).join(',')}\r\n`;

const quoted = new RegExp(
  `(?:^|(?<=\\S *[,;|\\t\\r\\n]|^ *[,;|]))'(?=[\\s"]*${sign})|^'(?=[\\t\\r\\n])`,
  'g',
);

export const withoutFormulaQuotes = (text: string): string =>
  text.includes("'") ? text.replace(quoted, '') : text;

function field(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'number' ? text : text.replace(begins, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
