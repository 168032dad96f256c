import { expect, test } from 'vitest';
import { countPlaywright, countVitest, lastLine } from './test-counts.ts';

test('counts what Vitest and Playwright report, and says it in one line', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } };
  const counts = [countVitest(JSON.stringify(vitest)), countPlaywright(JSON.stringify(playwright))];
  expect(counts).toEqual([
    { passed: 5, failed: 1, skipped: 3 },
    { passed: 3, failed: 2, skipped: 0 },
  ]);
  expect(lastLine(counts)).toBe('8 passed, 3 failed, 3 skipped');
  expect(lastLine([{ passed: 4, failed: 0, skipped: 0 }])).toBe('4 passed, 0 failed');
});
