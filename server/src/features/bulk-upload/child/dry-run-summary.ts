import { shownOfDryRun } from '@doorstep/contract/bulk-upload/dry-run';
import type { CheckedRow, FailedRow } from '../rows/check-row.ts';

export interface DryRunSummary {
  rows: CheckedRow[];
  /** The number of valid first contact points, and the number of valid second contact points. */
  good: number[];
  failed: number[];
  /** The number of valid contact points for each of the first `mostPortfolios` portfolios. */
  portfolios: [name: string, count: number][];
}

const mostPortfolios = 100;

export class DryRunSummarizer {
  private readonly rows: CheckedRow[] = [];
  private readonly good = [0, 0];
  private readonly portfolios = new Map<string, number>();

  take(rows: readonly CheckedRow[]): void {
    const left = shownOfDryRun.rows - this.rows.length;
    if (left > 0) this.rows.push(...rows.slice(0, left));
    for (const { point, applicant } of rows) {
      this.good[point - 1] = (this.good[point - 1] ?? 0) + 1;
      const count = this.portfolios.get(applicant.portfolio_name);
      if (count === undefined && this.portfolios.size === mostPortfolios) continue;
      this.portfolios.set(applicant.portfolio_name, (count ?? 0) + 1);
    }
  }

  with(failures: readonly FailedRow[]): DryRunSummary {
    const failed = [0, 0];
    for (const { point } of failures) failed[point - 1] = (failed[point - 1] ?? 0) + 1;
    const { rows, good } = this;
    return { rows, good, failed, portfolios: [...this.portfolios] };
  }
}
