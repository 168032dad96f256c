import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ChainLink } from '../../server/src/db/audit/verify.ts';
import { connect } from '../../server/src/db/connection.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { s3BlobStore } from '../../server/src/storage/blobs/s3-blob-store.ts';
import { checkDurability, countWrongSums } from '../faults/check-durability.ts';
import { openLedger } from '../faults/ledger.ts';
import { drawPhotos, openOffice, signInTo, workUntilStopped } from '../faults/office.ts';
import { describeMachine } from '../record.ts';
import { checkDecisions, noteAudit } from './clients/decisions.ts';
import { watchClients } from './clients/watch-clients.ts';
import { passwords, primaryAs } from './configuration.ts';
import { s3 } from './doorstep-servers.ts';
import { type Fault, faults } from './faults.ts';
import { installPackages } from './packages.ts';
import { waitFor } from './program.ts';
import { backUp, recoverCluster } from './recovery.ts';
import { describe, judge, type Outcome, report } from './report.ts';
import { startCluster } from './start-cluster.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** The number of minutes after which no further fault begins. */
    minutes: { type: 'string', default: '600' },
    /** Runs only the faults whose name contains this text. */
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
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
  const backedUp = await backUp(cluster);
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      if (performance.now() > Number(values.minutes) * 60_000) break;
      try {
        const outcome = await suffer(fault, round);
        outcomes.push(outcome);
        const found = judge(fault, outcome);
        broken.push(...found.map((text) => `${fault.name}, round ${round}: ${text}`));
        console.log([describe(outcome), ...found].join('; '));
      } catch (error) {
        broken.push(`${fault.name}, round ${round}: ${String(error)}`);
        console.log(`${round}. ${fault.name}:`, error);
      }
    }
  }
  const recovery = await recoverCluster(cluster).catch((error: unknown) => {
    console.log(error);
    broken.push(`Recovery: ${String(error)}`);
    return 'Recovery failed';
  });
  console.log(recovery);
  const { moved } = cluster;
  const about = { date: new Date().toISOString(), machine, moved, backedUp, recovery, broken };
  await report(faults, outcomes, about, values.record);
} finally {
  await cluster.stop(values.keep);
}
for (const text of broken.slice(0, 50)) console.log(text);
process.exitCode = broken.length > 0 ? 1 : 0;

/**
 * Returns the ids of two verifications of the demo data. The clients of `workUntilStopped` decide only
 * verifications that they create themselves, so they don't decide these two.
 */
async function findCases(): Promise<number[]> {
  const { headers } = await signInTo(cluster.address, 'superadmin@doorstep.test');
  const answer = await fetch(`${cluster.address}/api/v1/verification_tasks/?page_size=2`, {
    headers,
  });
  const { results } = (await answer.json()) as { results: { verification_id: number }[] };
  return results.map((row) => row.verification_id);
}

async function suffer(fault: Fault, round: number): Promise<Outcome> {
  await cluster.healthy();
  const leader = await cluster.hostOf('leader');
  Object.assign(ledger, { longest: openLedger().longest, wrong: [], tally: {} });
  const { lastId } = await withDatabase(noteAudit);
  const watch = await watchClients(cluster.address, cases);
  const office = await waitFor('the office to sign in', () => openOffice(cluster.address, photos));
  office.repeatsFor = 60_000;
  const stopWork = workUntilStopped({ office, ledger, random }, 3, 40);
  const wrong: string[] = [];
  let liveUpdates = 0;
  let sessions: string[] = [];
  let noted: ChainLink | undefined;
  try {
    await sleep(2_000 + random() * 1_000);
    noted = (await withDatabase(noteAudit)).head;
    watch.mark();
    const repair = await fault.strike(cluster, round, watch.mark);
    if (!(await watch.recovered(90_000, fault.lasts))) wrong.push('did not answer again');
    liveUpdates = await watch.hearsChanges();
    if (fault.movesPrimary && (await cluster.hostOf('leader')) === leader) {
      wrong.push(`${leader} is still the primary`);
    }
    watch.mark();
    await repair();
    await cluster.healthy();
    await sleep(3_000);
  } finally {
    await stopWork();
    sessions = await watch.lostSessions();
    await watch.stop();
  }
  const found = await withDatabase(async (db) => {
    const { lost, half } = await checkDurability(db, blobs, ledger, whole, noted);
    const ofDecisions = await checkDecisions(db, watch.decisions, lastId);
    return {
      ...{ lost: [...lost, ...ofDecisions.lost], half: [...half, ...ofDecisions.half] },
      wrongSums: await countWrongSums(db),
    };
  });
  const { lasted, later } = watch.refusals();
  const sum = (of: 'refused' | 'cut' | 'repeated') =>
    Object.values(ledger.tally).reduce((total, kind) => total + kind[of], 0);
  return {
    ...{ fault: fault.name, round, liveUpdates, sessions, ...found },
    ...{ lastRefusal: lasted, laterRefusals: later, longestGap: watch.longestGap() },
    longest: [watch.longest(), ledger.longest].reduce((a, b) => (b.ms > a.ms ? b : a)),
    ...{ work: ledger.tally, decisions: watch.decisions.acknowledged.length },
    repeated: watch.decisions.repeated + sum('repeated'),
    ...{ refused: watch.refused() + sum('refused'), cut: watch.cut() + sum('cut') },
    wrong: [...new Set([...wrong, ...watch.wrong, ...ledger.wrong])],
  };
}

async function withDatabase<T>(work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const owner = primaryAs('doorstep_owner', passwords.doorstep_owner);
  const db = connect({ ...owner, max: 2 }, { statementTimeout: 120_000 });
  return work(db).finally(() => db.destroy());
}
