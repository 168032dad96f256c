import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import type { describeMachine } from '../bench/record.ts';
import type { TestResults } from './test-results.ts';

interface Suite extends TestResults {
  name: string;
  result: string;
  seconds: number;
}

export type Run = ReturnType<typeof describeRun>;

/** A run while `busyLoops` processes keep the CPU busy. */
export interface RepeatedRun extends Run {
  busyLoops: number;
}

interface TestTimes {
  long?: Run;
  repeated: RepeatedRun[];
}

const path = new URL('../bench/results/tests.json', import.meta.url);

export function describeRun(
  date: string,
  machine: ReturnType<typeof describeMachine>,
  suites: Suite[],
) {
  const round = (number: number) => Math.round(number * 10) / 10;
  return {
    date,
    machine: { ...machine, loadAfter: round(loadavg()[0] ?? 0) },
    isGreen: suites.every(({ result, flaky }) => result === 'ok' && flaky === 0),
    seconds: round(suites.reduce((sum, { seconds }) => sum + seconds, 0)),
    suites: suites.map(({ name, seconds, passed, failed, flaky }) => ({
      ...{ name, seconds: round(seconds), passed, failed, flaky },
    })),
    failures: suites.flatMap(({ failures }) => failures),
    flaky: suites.flatMap(({ flakyTests }) => flakyTests.map(({ name }) => name)),
  };
}

async function readTimes(): Promise<TestTimes> {
  return JSON.parse(await readFile(path, 'utf8')) as TestTimes;
}

async function writeTimes(times: TestTimes): Promise<void> {
  await writeFile(path, `${JSON.stringify(times, null, 2)}\n`);
}

export async function recordLongRun(run: Run): Promise<void> {
  await writeTimes({ ...(await readTimes()), long: run });
}

export async function recordRepeatedRun(run: RepeatedRun): Promise<void> {
  const times = await readTimes();
  const isSame = ({ busyLoops }: RepeatedRun) => busyLoops === run.busyLoops;
  const others = times.repeated.filter((other) => !isSame(other));
  const last = [...times.repeated.filter(isSame), run].slice(-10);
  await writeTimes({ ...times, repeated: [...others, ...last] });
}
