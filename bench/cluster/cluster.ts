import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../../server/src/db/connection.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { s3BlobStore } from '../../server/src/storage/blobs/s3-blob-store.ts';
import { checkDurability, countWrongSums } from '../faults/check-durability.ts';
import { openLedger } from '../faults/ledger.ts';
import { drawPhotos, keepWorking, type Office, signInTo } from '../faults/office.ts';
import { type Cell, describeMachine, record } from '../record.ts';
import { passwords, primaryAs } from './configuration.ts';
import { s3 } from './doorstep-servers.ts';
import { type Fault, faults } from './faults.ts';
import { installPackages } from './packages.ts';
import { waitFor } from './program.ts';
import { recoverCluster } from './recovery.ts';
import { startCluster } from './start-cluster.ts';
import { watchClients } from './watch-clients.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** After so many minutes no further fault is begun. */
    minutes: { type: 'string', default: '600' },
    /** Only faults whose name has this in it. */
    only: { type: 'string', default: '' },
    /** Puts the table into the README and the figures into results/. */
    record: { type: 'boolean', default: false },
    /** Leaves the folder with the logs. */
    keep: { type: 'boolean', default: false },
  },
});
const longestAnswer = 10_000;

/** What came of a fault once. */
interface Outcome {
  fault: string;
  round: number;
  recovery: number;
  longest: number;
  /** Of those that are no part of the work on cases: lists, sign-ins, decisions on two old cases. */
  longestOfOthers: { what: string; ms: number };
  liveUpdates: number;
  acknowledged: number;
  refused: number;
  cut: number;
  lost: string[];
  half: string[];
  wrongSums: number;
  sessions: string[];
  wrong: string[];
}

process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
const machine = describeMachine();
await installPackages();
const random = seeded(Number(values.seed)).next;
const ledger = openLedger();
const photos = await drawPhotos(6);
const whole = new Set<string>();
const blobs = s3BlobStore(s3);
const outcomes: Outcome[] = [];
const broken: string[] = [];
const cluster = await startCluster();
const interrupted = () => void cluster.stop().finally(() => process.exit(1));
process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
console.log(`${cluster.moved}. The cluster is up, in ${cluster.folder}`);
const cases = await findCases();
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      if (performance.now() > Number(values.minutes) * 60_000) break;
      const outcome = await suffer(fault, round);
      outcomes.push(outcome);
      const found = judge(fault, outcome);
      broken.push(...found.map((text) => `${fault.name}, round ${round}: ${text}`));
      console.log(
        `${round}. ${fault.name}: again after ${seconds(outcome.recovery)} s, longest answer ${seconds(outcome.longest)} s, live updates after ${seconds(outcome.liveUpdates)} s, ${outcome.acknowledged} writes acknowledged, ${outcome.refused} refused, ${outcome.cut} cut${found.length > 0 ? `; ${found.join('; ')}` : ''}`,
      );
    }
  }
  const recovery = await recoverCluster(cluster).catch((error: unknown) => {
    broken.push(`Recovery: ${String(error)}`);
    return 'Recovery failed';
  });
  console.log(recovery);
  await report(recovery);
} finally {
  await cluster.stop(values.keep);
}
for (const text of broken.slice(0, 50)) console.log(text);
process.exitCode = broken.length > 0 ? 1 : 0;

/** Two verifications of the demo: the load makes its own. */
async function findCases(): Promise<number[]> {
  const { headers } = await signInTo(cluster.address, 'superadmin@doorstep.test');
  const answer = await fetch(`${cluster.address}/api/v1/verification_tasks/?page_size=2`, {
    headers,
  });
  const { results } = (await answer.json()) as { results: { verification_id: number }[] };
  return results.map((row) => row.verification_id);
}

async function openOffice(): Promise<Office> {
  const names = ['admin', 'agent', 'agent1', 'agent2'];
  const [admin, ...agents] = await Promise.all(
    names.map((name) => signInTo(cluster.address, `${name}@doorstep.test`)),
  );
  if (!admin) throw new Error('Nobody signed in');
  return { address: cluster.address, admin, agents, photos };
}

async function suffer(fault: Fault, round: number): Promise<Outcome> {
  await cluster.healthy();
  const doneBefore = countDone();
  ledger.times.length = 0;
  ledger.wrong.length = 0;
  const watch = await watchClients(cluster.address, cases);
  const office = await waitFor('the office to sign in', openOffice);
  const stopWork = keepWorking({ office, ledger, random }, 3, 40);
  await sleep(2_000 + random() * 1_000);
  const began = performance.now();
  const mend = await fault.strike(cluster, round);
  const recovery = await watch.recovered(began, 90_000);
  const liveUpdates = await watch.hearsChanges();
  await stopWork();
  const sessions = await watch.lostSessions();
  await watch.stop();
  await mend();
  await cluster.healthy();
  const [{ lost, half }, wrongSums] = await inspect();
  return {
    ...{ fault: fault.name, round, recovery, liveUpdates, lost, half, wrongSums, sessions },
    longest: Math.max(watch.longest().ms, ...ledger.times),
    longestOfOthers: watch.longest(),
    acknowledged: countDone() - doneBefore,
    refused: watch.refused(),
    cut: watch.cut(),
    wrong: [...new Set([...watch.wrong, ...ledger.wrong])],
  };
}

async function inspect(): Promise<[Awaited<ReturnType<typeof checkDurability>>, number]> {
  const owner = primaryAs('doorstep_owner', passwords.doorstep_owner);
  const db = connect({ ...owner, max: 2 }, { statementTimeout: 120_000 });
  try {
    return [await checkDurability(db, blobs, ledger, whole), await countWrongSums(db)];
  } finally {
    await db.destroy();
  }
}

function judge(fault: Fault, outcome: Outcome): string[] {
  const { recovery, longest, liveUpdates, lost, half, wrongSums, sessions, wrong } = outcome;
  return [
    ...lost.map((what) => `LOST ${what}`),
    ...half.map((what) => `HALF ${what}`),
    ...sessions,
    ...wrong.map((text) => `WRONG ${text}`),
    ...(wrongSums > 0 ? [`${wrongSums} wrong sums`] : []),
    ...(recovery > fault.longest ? [`again only after ${seconds(recovery)} s`] : []),
    ...(longest > longestAnswer ? [`an answer took ${seconds(longest)} s`] : []),
    ...(liveUpdates > 30_000 ? ['live updates did not resume'] : []),
  ];
}

async function report(recovery: string): Promise<void> {
  const rows: Cell[][] = [
    [
      ...[
        '',
        'Times',
        'Again after, median s',
        'Worst',
        'Longest answer, s',
        'Live updates, worst s',
      ],
      ...['Writes', '503', 'Cut', 'Lost', 'Half', 'Wrong sums', 'Sessions lost'],
    ],
  ];
  for (const { name } of faults) {
    const all = outcomes.filter(({ fault }) => fault === name);
    if (all.length === 0) continue;
    const sum = (of: (one: Outcome) => number) => all.reduce((total, one) => total + of(one), 0);
    const worst = (of: (one: Outcome) => number) => seconds(Math.max(...all.map(of)));
    const sorted = all.map((one) => one.recovery).sort((a, b) => a - b);
    rows.push([
      ...[name, all.length, seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)],
      ...[worst((one) => one.recovery), worst((one) => one.longest)],
      ...[worst((one) => one.liveUpdates), sum((one) => one.acknowledged)],
      ...[sum((one) => one.refused), sum((one) => one.cut), sum((one) => one.lost.length)],
      ...[sum((one) => one.half.length), sum((one) => one.wrongSums)],
      sum((one) => one.sessions.length),
    ]);
  }
  const { moved } = cluster;
  const result = { date: new Date().toISOString(), machine, moved, recovery, outcomes };
  if (values.record) await record('cluster', result, rows);
  else console.table(rows);
}

function countDone(): number {
  return Object.values(ledger.tally).reduce((sum, { done }) => sum + done, 0);
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
