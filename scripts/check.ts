import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from '../bench/record.ts';
import { buildWeb } from './build-web.mjs';
import { openMemoryFolder } from './memory-folder.ts';
import { findChromium } from './programs/chromium.ts';
import { provideTestPrograms } from './programs/test-programs.ts';
import {
  formatCounts,
  noTests,
  readPlaywright,
  readVitest,
  type TestResults,
} from './test-results.ts';
import { describeRun, recordLongRun } from './test-times.ts';

interface Step {
  name: string;
  title: string;
  /** Whether the step takes minutes. A long step runs only in `npm run test:long` or if it is named. */
  long?: true;
  /** Throws if the step fails. Even then, `readResults` returns the results of the tests that ran. */
  run(): Promise<void>;
  readResults?(): Promise<TestResults>;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    'random-order': { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const memoryFolder = await openMemoryFolder();
if (memoryFolder) process.env.TMPDIR = memoryFolder;
const reports = await mkdtemp(join(tmpdir(), 'doorstep-check-'));

const steps: Step[] = [
  {
    name: 'lint',
    title: 'Types, lint, imports, waits, dead code',
    run: async () => {
      await tool('oxlint', ['--deny-warnings']);
      await tool('node', ['scripts/check-imports.ts']);
      await tool('node', ['scripts/check-waits.ts']);
      await tool('knip', ['--treat-config-hints-as-errors']);
    },
  },
  { name: 'format', title: 'Format', run: () => tool('biome', ['check']) },
  vitest('unit', 'Unit and API tests'),
  vitest('pages', 'Page tests in a browser'),
  vitest('field', 'Tests of the phone app in a browser'),
  {
    name: 'build',
    title: 'Build of both apps',
    run: async () => console.log((await buildWeb()) ? 'Built.' : 'Up to date.'),
  },
  playwright('e2e', 'End-to-end tests', 'journeys'),
  { ...vitest('long', 'Long rounds on the server'), long: true },
  { ...vitest('long-pages', 'Long rounds of the pages'), long: true },
  { ...vitest('long-field', 'Long rounds of the phone app'), long: true },
  { ...playwright('long-e2e', 'Long rounds in a browser', 'long'), long: true },
];

function vitest(name: string, title: string): Step {
  return {
    name,
    title,
    run: async () => {
      if (/pages|field/.test(name)) process.env.CHROME_PATH = await findChromium();
      if (name === 'unit') provideTestPrograms();
      const json = `--outputFile.json=${join(reports, `${name}.json`)}`;
      const order = options['random-order'] ? ['--sequence.shuffle.files'] : [];
      const args = ['run', '--project', name, ...order];
      args.push('--reporter=default', '--reporter=json', json);
      // The quick tests use React's production build. The long rounds use the development build, which
      // reports mistakes.
      await tool('vitest', args, root, {
        REACT_BUILD: name.startsWith('long-') ? 'development' : '',
      });
    },
    readResults: () => read(name, readVitest),
  };
}

function playwright(name: string, title: string, project: string): Step {
  return {
    name,
    title,
    run: async () => {
      await buildWeb();
      process.env.CHROME_PATH = await findChromium();
      const output = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`) };
      const args = ['test', `--project=${project}`, '--reporter=list,json'];
      await tool('playwright', args, join(root, 'e2e'), output);
    },
    readResults: () => read(name, readPlaywright),
  };
}

async function read(name: string, parse: (report: string) => TestResults): Promise<TestResults> {
  return readFile(join(reports, `${name}.json`), 'utf8').then(parse, () => noTests);
}

async function tool(name: string, args: string[], cwd = root, more: NodeJS.ProcessEnv = {}) {
  const windows = process.platform === 'win32';
  const program = join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name);
  const child = spawn(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...more },
    shell: windows,
  });
  const code = await new Promise((done, failed) => child.once('exit', done).once('error', failed));
  if (code !== 0) throw new Error(`${name} ${args[0]} failed`);
}

interface Outcome extends TestResults {
  name: string;
  title: string;
  result: 'ok' | 'FAILED' | 'not run';
  seconds: number;
}

async function runStep({ name, title, long, run, readResults }: Step): Promise<Outcome> {
  console.log(`\n── ${title} ${'─'.repeat(60 - title.length)}`);
  const started = performance.now();
  let failure: unknown;
  await run().catch((error: unknown) => {
    failure = error;
  });
  const results = (await readResults?.()) ?? noTests;
  const { passed, flaky } = results;
  if (readResults && passed + flaky + results.failed === 0) failure ??= new Error('No test ran');
  if (failure !== undefined) console.error(`\n${String(failure)}`);
  // A step that fails without a failed test (a type error, for example) counts as one failure.
  const failed = failure === undefined ? results.failed : Math.max(1, results.failed);
  const result = failed === 0 && !(long && flaky > 0) ? 'ok' : 'FAILED';
  const seconds = (performance.now() - started) / 1000;
  return { ...results, failed, name, title, result, seconds };
}

function chooseSteps(names: string[], isLong: boolean): Step[] {
  if (names.length === 0) return steps.filter((step) => (step.long ?? false) === isLong);
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no step "${unknown[0]}". Steps: ${steps.map((s) => s.name).join(', ')}`,
    );
    process.exit(2);
  }
  return steps.filter((step) => names.includes(step.name));
}

const date = new Date().toISOString();
const machine = describeMachine();
const chosen = chooseSteps(positionals, options.long);
const outcomes: Outcome[] = [];
for (const step of chosen) {
  const { name, title } = step;
  const isStopped = outcomes.some(({ result }) => result === 'FAILED');
  outcomes.push(
    isStopped ? { ...noTests, name, title, result: 'not run', seconds: 0 } : await runStep(step),
  );
}
await rm(memoryFolder ?? reports, { recursive: true, force: true });

console.log(`\n── Summary ${'─'.repeat(53)}`);
for (const { title, result, seconds, ...results } of outcomes) {
  const hasTests = results.passed + results.failed + results.flaky + results.skipped > 1;
  const time = result === 'not run' ? '' : `${seconds.toFixed(1)} s`;
  const counts = hasTests ? formatCounts([results]) : '';
  console.log(`${title.padEnd(26)} ${result.padEnd(8)} ${time.padStart(8)}  ${counts}`);
}
for (const { name, trace } of outcomes.flatMap(({ flakyTests }) => flakyTests)) {
  console.log(`Flaky: ${name}\n  Its failed run: npx playwright show-trace ${trace}`);
}
console.log(`\n${formatCounts(outcomes)}`);

const run = describeRun(date, machine, outcomes);
if (options.report) await writeFile(options.report, JSON.stringify(run));
const isWhole = positionals.length === 0 && outcomes.every(({ result }) => result !== 'not run');
if (options.long && isWhole) await recordLongRun(run);
process.exitCode = outcomes.every(({ result }) => result === 'ok') ? 0 : 1;
