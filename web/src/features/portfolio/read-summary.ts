import type { PortfolioRow } from '@doorstep/contract/portfolio';

export const counts = [
  'allocated',
  'visit_pending',
  'visit_done',
  'allocation_pending',
  'submitted',
  'total',
] as const satisfies (keyof PortfolioRow)[];

export type Counts = Record<(typeof counts)[number], number>;

/** Returns the rows of any backend's answer, which is an array or has one in `data` or `results`. */
export function rowsOf(answer: unknown): PortfolioRow[] {
  const { data, results } = (answer ?? {}) as { data?: unknown; results?: unknown };
  const rows = [answer, data, results].find((one) => Array.isArray(one)) ?? [];
  return (rows as Partial<PortfolioRow>[]).map((row) => ({
    portfolio_name: row.portfolio_name || '-',
    ...readCounts((name) => Number(row[name]) || 0),
  }));
}

export function sumOf(rows: readonly PortfolioRow[]): Counts {
  return readCounts((name) => rows.reduce((sum, row) => sum + row[name], 0));
}

function readCounts(read: (name: (typeof counts)[number]) => number): Counts {
  return Object.fromEntries(counts.map((name) => [name, read(name)])) as Counts;
}

export function partsOf(row: Counts) {
  return {
    allocation_pending: row.allocation_pending,
    visit_pending: row.visit_pending,
    // `visit_done` includes the submitted applicants.
    visited: Math.max(0, row.visit_done - row.submitted),
    submitted: row.submitted,
  };
}
export type Part = keyof ReturnType<typeof partsOf>;
