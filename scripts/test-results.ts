import { relative } from 'node:path';

export interface TestResults {
  passed: number;
  failed: number;
  /** The number of tests that failed at first and passed at the retry. */
  flaky: number;
  skipped: number;
  failures: string[];
  flakyTests: FlakyTest[];
}

interface FlakyTest {
  name: string;
  trace?: string;
}

export const noTests: TestResults = {
  ...{ passed: 0, failed: 0, flaky: 0, skipped: 0 },
  ...{ failures: [], flakyTests: [] },
};

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

export function readVitest(text: string): TestResults {
  const report = JSON.parse(text) as VitestReport;
  return {
    ...noTests,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(process.cwd(), name)} › ${fullName}`),
    ),
  };
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { attachments: { name: string; path?: string }[] }[];
}

export function readPlaywright(text: string): TestResults {
  const tests = findTests(JSON.parse(text) as Suite);
  const having = (wanted: PlaywrightTest['status']) =>
    tests.filter(({ status }) => status === wanted);
  return {
    passed: having('expected').length,
    failed: having('unexpected').length,
    flaky: having('flaky').length,
    skipped: having('skipped').length,
    failures: having('unexpected').map(({ name }) => name),
    flakyTests: having('flaky').map(({ name, results }) => {
      const attachments = results.flatMap((result) => result.attachments);
      return { name, trace: attachments.find((one) => one.name === 'trace')?.path };
    }),
  };
}

function findTests({ suites = [], specs = [] }: Suite): (PlaywrightTest & { name: string })[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file} › ${title}` })),
  );
  return [...own, ...suites.flatMap(findTests)];
}

export function formatCounts(
  all: Pick<TestResults, 'passed' | 'failed' | 'flaky' | 'skipped'>[],
): string {
  const sum = (name: 'passed' | 'failed' | 'flaky' | 'skipped') =>
    all.reduce((total, results) => total + results[name], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed') + sum('flaky')} passed, ${sum('failed')} failed${skipped}`;
}
