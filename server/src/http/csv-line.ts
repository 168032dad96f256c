/** A line of a CSV file (RFC 4180) that no spreadsheet runs. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => field(value)).join(',')}\r\n`;

// A spreadsheet runs what begins like a formula; the quote before it makes it text.
function field(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
