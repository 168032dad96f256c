import type { PortfolioRow } from '@doorstep/contract/portfolio';
import { counts } from './read-summary.ts';

const BOM = '\ufeff';

/** The table as a CSV file (RFC 4180) that Excel reads as UTF-8 and never as formulas. */
export function summaryCsv(rows: readonly PortfolioRow[], headers: readonly string[]): string {
  const lines = [
    headers,
    ...rows.map((row) => [row.portfolio_name, ...counts.map((name) => String(row[name]))]),
  ];
  return BOM + lines.map((line) => `${line.map(escapeField).join(',')}\r\n`).join('');
}

// A spreadsheet runs what begins like a formula; the quote before it makes it text.
function escapeField(text: string): string {
  const isFormula = /^[\s]*[=+\-@]|^[\t\r\n]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
