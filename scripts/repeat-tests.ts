import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RepeatedRun, type Run, recordRepeatedRun } from './test-times.ts';

// Runs the checks several times to find flaky tests. Stores each run in
// bench/results/tests.json, unless only some steps were chosen or `--late-answers` is set.
const { values, positionals: steps } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '10' },
    busy: { type: 'string', default: '0' },
    'random-order': { type: 'boolean', default: false },
    'late-answers': { type: 'boolean', default: false },
  },
});
const busyLoops = Number(values.busy);
if (values['late-answers']) process.env.LATE_ANSWERS = 'true';
const order = values['random-order'] ? ['--random-order'] : [];
const folder = await mkdtemp(join(tmpdir(), 'doorstep-repeat-'));
const report = join(folder, 'run.json');

const loops = Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const stop = () => loops.forEach((loop: ChildProcess) => loop.kill());
process.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const runs: RepeatedRun[] = [];
for (let number = 1; number <= Number(values.runs); number += 1) {
  await rm(report, { force: true });
  const args = [join(import.meta.dirname, 'check.ts'), ...order, '--report', report, ...steps];
  await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  const run = JSON.parse(await readFile(report, 'utf8')) as Run;
  const repeated = { busyLoops, ...run };
  runs.push(repeated);
  if (steps.length === 0 && !values['late-answers']) await recordRepeatedRun(repeated);
}
// While a loop runs, this process does not exit.
stop();
await rm(folder, { recursive: true });

for (const { isGreen, seconds, machine, failures, flaky } of runs) {
  const load = `load ${machine.loadBefore} to ${machine.loadAfter}`;
  console.log(`${isGreen ? 'green' : 'NOT GREEN'}  ${seconds} s  ${load}`);
  for (const name of [...failures, ...flaky]) console.log(`  ${name}`);
}
const green = runs.filter(({ isGreen }) => isGreen).length;
console.log(`${green} of ${runs.length} green`);
process.exitCode = green === runs.length ? 0 : 1;
