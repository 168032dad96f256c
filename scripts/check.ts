import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';
import { openMemoryFolder } from './memory-folder.ts';
import { findChromium } from './programs/chromium.ts';
import { providePdfPrograms } from './programs/pdf-programs.ts';
import { type Counts, countPlaywright, countVitest, lastLine, noTests } from './test-counts.ts';

interface Step {
  name: string;
  title: string;
  /** Rounds of minutes: run by `npm run test:long`, or by name. */
  long?: true;
  /** Throws when the step fails, having said why; `counts` then says how far it came. */
  run(): Promise<void>;
  counts?(): Promise<Counts>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const memoryFolder = await openMemoryFolder();
if (memoryFolder) process.env.TMPDIR = memoryFolder;
const reports = await mkdtemp(join(tmpdir(), 'doorstep-check-'));

const steps: Step[] = [
  {
    name: 'types',
    title: 'Types',
    run: async () => {
      for (const folder of ['contract', 'server', 'web', 'field', 'e2e', 'bench', 'scripts']) {
        if (existsSync(join(root, folder, 'tsconfig.json'))) await tool('tsc', ['-p', folder]);
      }
    },
  },
  {
    name: 'lint',
    title: 'Lint, imports, dead code',
    run: async () => {
      await tool('oxlint', ['--deny-warnings']);
      await tool('node', ['scripts/check-imports.ts']);
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
      if (name === 'unit') await providePdfPrograms();
      const json = `--outputFile.json=${join(reports, `${name}.json`)}`;
      const args = ['run', '--project', name, '--reporter=default', '--reporter=json', json];
      // The quick tests take React as people get it; the long rounds its development build, which reports mistakes.
      await tool('vitest', args, root, {
        REACT_BUILD: name.startsWith('long-') ? 'development' : '',
      });
    },
    counts: () => read(name, countVitest),
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
    counts: () => read(name, countPlaywright),
  };
}

async function read(name: string, count: (report: string) => Counts): Promise<Counts> {
  return readFile(join(reports, `${name}.json`), 'utf8').then(count, () => noTests);
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

interface Outcome extends Counts {
  title: string;
  result: 'ok' | 'FAILED' | 'not run';
  seconds: number;
}

async function runStep(step: Step): Promise<Outcome> {
  console.log(`\n── ${step.title} ${'─'.repeat(60 - step.title.length)}`);
  const started = performance.now();
  let failure: unknown;
  await step.run().catch((error: unknown) => {
    failure = error;
  });
  const counts = (await step.counts?.()) ?? noTests;
  if (step.counts && counts.passed + counts.failed === 0) failure ??= new Error('No test ran');
  if (failure !== undefined) console.error(`\n${String(failure)}`);
  // A step that breaks without a failed test (a type error, say) counts as one failure.
  const failed = failure === undefined ? counts.failed : Math.max(1, counts.failed);
  const result = failed === 0 ? 'ok' : 'FAILED';
  return {
    ...counts,
    failed,
    title: step.title,
    result,
    seconds: (performance.now() - started) / 1000,
  };
}

/** The steps that are named; `--long` stands for the long ones, nothing for all others. */
function chooseSteps(names: string[]): Step[] {
  if (names.length === 0) return steps.filter((step) => !step.long);
  if (names.includes('--long')) return steps.filter((step) => step.long);
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no step "${unknown[0]}". Steps: ${steps.map((s) => s.name).join(', ')}`,
    );
    process.exit(2);
  }
  return steps.filter((step) => names.includes(step.name));
}

const outcomes: Outcome[] = [];
for (const step of chooseSteps(process.argv.slice(2))) {
  const stopped = outcomes.some((outcome) => outcome.failed > 0);
  outcomes.push(
    stopped
      ? { ...noTests, title: step.title, result: 'not run', seconds: 0 }
      : await runStep(step),
  );
}
await rm(memoryFolder ?? reports, { recursive: true, force: true });

console.log(`\n── Summary ${'─'.repeat(53)}`);
for (const { title, result, seconds, passed, failed, skipped } of outcomes) {
  const tests = passed + failed + skipped > 1 ? lastLine([{ passed, failed, skipped }]) : '';
  const time = result === 'not run' ? '' : `${seconds.toFixed(1)} s`;
  console.log(`${title.padEnd(26)} ${result.padEnd(8)} ${time.padStart(8)}  ${tests}`);
}
console.log(`\n${lastLine(outcomes)}`);
process.exitCode = outcomes.every((outcome) => outcome.result === 'ok') ? 0 : 1;
