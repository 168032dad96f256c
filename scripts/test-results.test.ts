import { expect, test } from 'vitest';
import { formatCounts, noTests, readPlaywright, readVitest } from './test-results.ts';

test('reads what Vitest reports', () => {
  const report = {
    ...{ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
    testResults: [
      {
        name: 'a.test.ts',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'divides', status: 'failed' },
        ],
      },
    ],
  };
  expect(readVitest(JSON.stringify(report))).toEqual({
    ...{ passed: 5, failed: 1, flaky: 0, skipped: 3 },
    ...{ failures: ['a.test.ts › divides'], flakyTests: [] },
  });
});

test('reads what Playwright reports, with the trace of a journey that passed in the retry', () => {
  const specOf = (title: string, status: string, trace?: string) => ({
    ...{ title, file: 'a.spec.ts' },
    tests: [{ status, results: [{ attachments: trace ? [{ name: 'trace', path: trace }] : [] }] }],
  });
  const report = {
    suites: [
      {
        specs: [specOf('signs in', 'expected'), specOf('signs out', 'flaky', 'trace.zip')],
        suites: [{ specs: [specOf('deletes', 'unexpected')] }],
      },
    ],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    ...{ passed: 1, failed: 1, flaky: 1, skipped: 0 },
    failures: ['a.spec.ts › deletes'],
    flakyTests: [{ name: 'a.spec.ts › signs out', trace: 'trace.zip' }],
  });
});

test('ends with a line of all counts, with skipped tests only where there are any', () => {
  const one = { ...noTests, passed: 4 };
  expect(formatCounts([one])).toBe('4 passed, 0 failed');
  expect(formatCounts([one, { ...one, failed: 3, flaky: 2, skipped: 1 }])).toBe(
    '10 passed, 3 failed, 1 skipped',
  );
});
