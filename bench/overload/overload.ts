import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoServer } from '../../e2e/support/server.ts';
import { percentilesOf } from '../percentile.ts';
import { type Cell, describeMachine, record } from '../record.ts';
import { type Answer, fireOpen } from './fire-open.ts';
import { mixWork } from './mixed-work.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1000' },
  },
});
const seconds = Number(values.seconds);
/** The maximum milliseconds for an answer, and for the server's recovery after the overload. */
const [longestAnswer, longestRecovery] = [3_000, 1_000];
const isGood = ({ status }: Answer) => status === 200;

const machine = describeMachine();
const server = await startDemoServer();
try {
  const port = Number(new URL(server.address).port);
  const { headers, next } = await mixWork(server.address);
  await fireOpen(port, { connections: 4, seconds: 3 }, next);
  const able = (await fireOpen(port, { connections: 16, seconds: 8 }, next)).answers.filter(isGood);
  const capacity = able.length / 8;
  const usual = percentilesOf(able.map(({ ms }) => ms))(0.5);
  console.log(
    `The machine takes ${Math.round(capacity)} a second, each in ${Math.round(usual)} ms.`,
  );

  const rate = capacity * Number(values.times);
  const connections = Number(values.connections);
  const fired = await fireOpen(port, { connections, rate, seconds }, next);
  const stopped = performance.now();
  let calm = 0;
  // Waits for five answers in a row that take less than 0.1 s, or less than three times the usual time.
  while (calm < 5 && performance.now() - stopped < 60_000) {
    const began = performance.now();
    const { status } = await fetch(`${server.address}/api/v1/applicants/`, { headers });
    const ms = performance.now() - began;
    calm = status === 200 && ms < Math.max(100, usual * 3) ? calm + 1 : 0;
    await sleep(20);
  }
  const normalAfter = performance.now() - stopped;

  const good = fired.answers.filter(isGood);
  const busy = fired.answers.filter(({ status, mayRetry }) => status === 503 && mayRetry);
  const others = fired.answers.filter((one) => !good.includes(one) && !busy.includes(one));
  const slow = good.filter(({ ms }) => ms > longestAnswer);
  const kinds = ['read', 'decision', 'sign-in', 'report', 'upload'];
  const rows: Cell[][] = [
    ['', 'Requests', 'Median, ms', 'p99, ms', 'Longest, ms', 'Longest since due, ms'],
    ...kinds.map((kind) =>
      row(
        `Answered: ${kind}`,
        good.filter((one) => one.kind === kind),
      ),
    ),
    row('503 with Retry-After', busy),
    row('Anything else', others),
  ];
  const { answers, unsent, ownDelay } = fired;
  const made = answers.length;
  const result = {
    ...{ date: new Date().toISOString(), machine, capacity, rate, made, unsent, ownDelay },
    ...{ normalAfter, slow: slow.length, rows },
  };
  await record('overload', result, rows);
  console.log(
    `${Math.round(rate)} a second for ${seconds} s over ${connections} connections: ${made} sent, ${unsent} found none free; the client itself was held up for ${Math.round(ownDelay)} ms at most.`,
  );
  console.log(
    `${slow.length} answers over ${longestAnswer} ms, ${others.length} neither answered nor 503; normal again after ${Math.round(normalAfter)} ms.`,
  );
  const tally = Object.groupBy(others, ({ kind, status }) => `${kind} ${status}`);
  for (const [what, of] of Object.entries(tally)) console.log(what, of?.length);
  process.exitCode = slow.length + others.length > 0 || normalAfter > longestRecovery ? 1 : 0;
} finally {
  await server.stop();
}

function row(name: string, of: Answer[]): Cell[] {
  if (of.length === 0) return [name, 0, '-', '-', '-', '-'];
  const at = percentilesOf(of.map(({ ms }) => ms));
  const sinceDue = percentilesOf(of.map((answer) => answer.sinceDue));
  return [name, of.length, ...[at(0.5), at(0.99), at(1), sinceDue(1)].map(Math.round)];
}
