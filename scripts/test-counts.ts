export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Counts the tests in the report of Vitest's `json` reporter. */
export function countVitest(report: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(report);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  };
}

/** Counts the tests in the report of Playwright's `json` reporter. One that passed at a second try counts as failed. */
export function countPlaywright(report: string): Counts {
  const { expected, unexpected, flaky, skipped } = JSON.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** The line that ends the output of `npm test`. */
export function lastLine(all: Counts[]): string {
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + counts[name], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}
