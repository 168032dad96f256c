import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoServer } from '../e2e/server.ts';
import { signInTo } from './faults/office.ts';
import { type Cell, describeMachine, record } from './record.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '10' },
  },
});
const seconds = Number(values.seconds);
const longest = 2_000;

interface Answer {
  status: number;
  ms: number;
  mayRetry: boolean;
  isReport: boolean;
}

const machine = describeMachine();
const server = await startDemoServer();
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
try {
  const { headers } = await signInTo(server.address, 'superadmin@doorstep.test');
  const list = await fetch(`${server.address}/api/v1/verification_tasks/?page_size=100`, {
    headers,
  });
  const { results } = (await list.json()) as {
    results: { verification_id: number; applicant_ids: string }[];
  };
  let turn = 0;
  const next = () => {
    turn += 1;
    const { verification_id: id, applicant_ids } = results[turn % results.length] ?? {
      ...{ verification_id: 0, applicant_ids: '' },
    };
    if (turn % 40 === 0) {
      return ask('POST', 'pdf-generator/generate_pdf/', { application_id: applicant_ids });
    }
    if (turn % 10 === 0) {
      const decision = turn % 20 ? 'positive' : 'negative';
      return ask('POST', `verification_tasks/${id}/admin-decision/`, { decision });
    }
    if (turn % 5 === 0) return ask('GET', `applicants/?search=shar${turn % 97}`);
    return ask('GET', ['applicants/', 'verification_tasks/', `verification_tasks/${id}`][turn % 3]);
  };
  const ask = (method: string, path = '', body?: object) =>
    new Promise<Answer>((resolve) => {
      const isReport = path.startsWith('pdf-');
      let began = performance.now();
      const end = (status: number, mayRetry = false) =>
        resolve({ status, mayRetry, isReport, ms: performance.now() - began });
      const sent = request(
        `${server.address}/api/v1/${path}`,
        {
          ...{ method, agent, signal: AbortSignal.timeout(60_000) },
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        },
        (answer) => {
          const mayRetry = answer.headers['retry-after'] !== undefined;
          answer.resume().on('end', () => end(answer.statusCode ?? 0, mayRetry));
          answer.on('error', () => end(0));
        },
      ).on('error', () => end(0));
      // The client has a thousand connections: waiting for one of them is its own.
      sent.on('socket', () => {
        began = performance.now();
      });
      sent.end(body && JSON.stringify(body));
    });

  await atOnce(next, 4, 3);
  const able = await atOnce(next, 16, 8);
  const capacity = able.length / 8;
  const usual = percentile(able, 0.5);
  console.log(
    `The machine takes ${Math.round(capacity)} a second, each in ${Math.round(usual)} ms.`,
  );

  const rate = capacity * Number(values.times);
  const answers = await fireAt(next, rate, seconds);
  const stopped = performance.now();
  let calm = 0;
  // Normal: five answers in a row that take no longer than three times the usual, or a tenth of a second.
  while (calm < 5 && performance.now() - stopped < 60_000) {
    const { status, ms } = await ask('GET', 'applicants/');
    calm = status === 200 && ms < Math.max(100, usual * 3) ? calm + 1 : 0;
    await sleep(20);
  }
  const normalAfter = performance.now() - stopped;
  tell(capacity, rate, answers.made, answers.answers, normalAfter);
} finally {
  agent.destroy();
  await server.stop();
}

function percentile(answers: Answer[], share: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

/** So many at a time, each asking again when it is answered. */
async function atOnce(next: () => Promise<Answer>, clients: number, forSeconds: number) {
  const answers: Answer[] = [];
  const end = performance.now() + forSeconds * 1000;
  const client = async () => {
    while (performance.now() < end) answers.push(await next());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers.filter(({ status }) => status === 200);
}

/** So many a second, whether those before are answered or not. */
async function fireAt(next: () => Promise<Answer>, rate: number, forSeconds: number) {
  const answers: Promise<Answer>[] = [];
  const began = performance.now();
  for (;;) {
    const elapsed = performance.now() - began;
    if (elapsed > forSeconds * 1000) break;
    for (let due = (elapsed / 1000) * rate - answers.length; due > 0; due--) answers.push(next());
    await sleep(5);
  }
  return { made: answers.length, answers: await Promise.all(answers) };
}

function tell(
  capacity: number,
  rate: number,
  made: number,
  answers: Answer[],
  normalAfter: number,
): void {
  const good = answers.filter(({ status }) => status === 200);
  const busy = answers.filter(({ status, mayRetry }) => status === 503 && mayRetry);
  const others = answers.filter((one) => !good.includes(one) && !busy.includes(one));
  const slow = good.filter(({ ms }) => ms > longest);
  const rows: Cell[][] = [
    ['', 'Requests', 'Median, ms', 'p99, ms', 'Longest, ms'],
    ...[
      ['Answered, but for reports', good.filter(({ isReport }) => !isReport)] as const,
      ['Reports drawn', good.filter(({ isReport }) => isReport)] as const,
      ['503 with Retry-After', busy] as const,
      ['Anything else', others] as const,
    ].map(([name, of]) => [
      ...[name, of.length, ...[0.5, 0.99, 1].map((share) => Math.round(percentile(of, share)))],
    ]),
  ];
  const result = {
    ...{ date: new Date().toISOString(), machine, capacity, rate, made, normalAfter },
    ...{ slow: slow.length, rows },
  };
  void record('overload', result, rows).then(() => {
    console.log(
      `${Math.round(rate)} a second for ${seconds} s (made ${made}): ${slow.length} answers over ${longest} ms, ${others.length} neither answered nor 503; normal again after ${Math.round(normalAfter)} ms.`,
    );
    const tally = Object.groupBy(others, ({ status }) => String(status));
    for (const [status, of] of Object.entries(tally)) console.log(status, of?.length);
  });
  process.exitCode = slow.length + others.length > 0 || normalAfter > 5_000 ? 1 : 0;
}
