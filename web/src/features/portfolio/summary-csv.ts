import type { PortfolioRow } from '@doorstep/contract/portfolio';
import { csvLine } from '@doorstep/contract/text/csv';
import { counts } from './read-summary.ts';

const BOM = '\ufeff';

/** The byte order mark makes Excel read the file as UTF-8. */
export function summaryCsv(rows: readonly PortfolioRow[], headers: readonly string[]): string {
  const lines = rows.map((row) => [row.portfolio_name, ...counts.map((name) => row[name])]);
  return BOM + [headers, ...lines].map(csvLine).join('');
}
