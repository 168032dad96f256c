import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemoServer } from '../../e2e/support/server.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { percentilesOf } from '../percentile.ts';
import { type Cell, describeMachine, record } from '../record.ts';
import { usageOf } from '../throughput/process-usage.ts';
import { openLedger } from './ledger.ts';
import { drawPhotos, type Office, openOffice, workUntilStopped } from './office.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    readers: { type: 'string', default: '8' },
  },
});
const minutes = Number(values.minutes);
/**
 * The seconds between two measurements. The fitted line leaves out the first fifth of the measurements, which
 * is the warm-up.
 */
const window = Math.max(5, (minutes * 60) / 40);
/** The milliseconds between two sign-ins. An access token is valid for 15 minutes. */
const signInEvery = 600_000;

interface Look {
  minute: number;
  /** The memory of the server, of the processes that draw reports, and of the database, in megabytes. */
  server: number;
  reports: number;
  database: number;
  handles: number;
  requests: number;
  p50: number;
  p99: number;
}

const machine = describeMachine();
const server = await startDemoServer();
const pid = server.process.pid ?? 0;
const ledger = openLedger();
const reads: number[] = [];
const looks: Look[] = [];
/** The number of reads that the server asked to retry. `failedReads` counts other failures by status. */
let refusedReads = 0;
const failedReads: Record<string, number> = {};
try {
  const photos = await drawPhotos(4);
  const office = await openOffice(server.address, photos);
  const stopWork = workUntilStopped(
    { office, ledger, random: seeded(Number(values.seed)).next },
    2,
    40,
  );
  const stopReads = readUntilStopped(office, Number(values.readers));
  const began = performance.now();
  let signedIn = began;
  while (performance.now() - began < minutes * 60_000) {
    await sleep(window * 1000);
    looks.push(await look((performance.now() - began) / 60_000));
    if (performance.now() - signedIn > signInEvery) {
      Object.assign(office, await openOffice(server.address, photos));
      signedIn = performance.now();
    }
  }
  await Promise.all([stopReads(), stopWork()]);
} finally {
  await server.stop();
}

const warm = looks.slice(Math.ceil(looks.length / 5));
const measured = ['server', 'reports', 'database', 'handles', 'p50', 'p99'] as const;
const slopes = measured.map((name) => {
  const mean = warm.reduce((sum, one) => sum + one[name], 0) / warm.length;
  const perHour = slopeOf(warm.map((one) => [one.minute / 60, one[name]]));
  // The rise of the fitted line over the measured 80 % of the run. A rise below a tenth of the mean, or
  // below 2, is noise.
  const rise = (perHour * minutes * 0.8) / 60;
  const verdict = rise < Math.max(mean / 10, 2) ? 'flat' : 'RISES';
  return { name, first: warm[0]?.[name] ?? 0, last: warm.at(-1)?.[name] ?? 0, perHour, verdict };
});
const names = {
  server: 'Server, MB',
  reports: 'Report processes, MB',
  database: 'Database, MB',
  handles: 'Open files and sockets',
  p50: 'Answer, median ms',
  p99: 'Answer, p99 ms',
};
const rows: Cell[][] = [
  ['', 'First', 'Last', 'Slope an hour', 'Verdict'],
  ...slopes.map(({ name, first, last, perHour, verdict }) => [
    ...[names[name], round(first), round(last), round(perHour), verdict],
  ]),
];
const requests = looks.reduce((sum, one) => sum + one.requests, 0);
const result = { date: new Date().toISOString(), minutes, machine, requests, slopes, looks };
await record('soak', result, rows);
console.log(
  `${requests} reads in ${minutes} minutes, ${refusedReads} asked to come back. Failed:`,
  failedReads,
);
console.table(ledger.tally);
for (const text of new Set(ledger.wrong)) console.log(text);
process.exitCode = Object.keys(failedReads).length + ledger.wrong.length > 0 ? 1 : 0;

function readUntilStopped(office: Office, readers: number) {
  let isOver = false;
  const paths = [
    ...['applicants/', 'applicants/?assigned=false', 'applicants/?search=sharma', 'users'],
    ...[
      'verification_tasks/?fields=list',
      'verification_tasks/?fields=list&admin_decision=pending',
      'applicants/?page=3',
    ],
  ];
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let turn = reader; !isOver; turn++) {
      const began = performance.now();
      const path = paths[turn % paths.length] ?? '';
      const answer = await fetch(`${office.address}/api/v1/${path}`, {
        headers: office.admin.headers,
      }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) reads.push(performance.now() - began);
      else if (answer?.status === 503 && answer.headers.has('retry-after')) {
        refusedReads += 1;
        await sleep(50);
      } else {
        const what = answer?.status ?? 'cut off';
        failedReads[what] = (failedReads[what] ?? 0) + 1;
      }
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(reading);
  };
}

async function look(minute: number): Promise<Look> {
  const times = reads.splice(0);
  const at = percentilesOf(times);
  const [handles, { memoryOf }] = await Promise.all([readdir(`/proc/${pid}/fd`), usageOf(pid)]);
  const { server, reports, database } = memoryOf;
  return {
    ...{ minute, server, reports, database, handles: handles.length, requests: times.length },
    ...{ p50: at(0.5), p99: at(0.99) },
  };
}

function slopeOf(points: [number, number][]): number {
  const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, one]) => one))];
  const above = points.reduce((sum, [at, one]) => sum + (at - x) * (one - y), 0);
  const below = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
