import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { connect } from '../../server/src/db/connection.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { localBlobStore } from '../../server/src/storage/blobs/local-blob-store.ts';
import { describeNumbers } from '../record.ts';
import { checkDurability, countWrongSums } from './check-durability.ts';
import { openLedger } from './ledger.ts';
import { drawPhotos, openOffice, workUntilStopped } from './office.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const rounds = Number(values.rounds);
const random = seeded(Number(values.seed)).next;
const longestRecovery = 10_000;
const rowsPerUpload = 120;

const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-kills-'));
const blobs = localBlobStore(join(dataDir, 'photos'));
const ledger = openLedger();
const photos = await drawPhotos(6);
const recoveries: { victim: string; ms: number }[] = [];
const faults: string[] = [];
/** The files that were intact after a round. The last check reads all of them again. */
const whole = new Set<string>();
let server = await start();

try {
  for (let round = 1; round <= rounds; round++) {
    const victim = round % 2 ? 'server' : 'database';
    const office = await openOffice(server.address, photos);
    const stopWork = workUntilStopped({ office, ledger, random }, 5, rowsPerUpload);
    const moment = 300 + random() * 2_700;
    await sleep(moment);
    const began = performance.now();
    const killed = await databasePid();
    if (victim === 'server') {
      await killServer();
      server = await start();
    } else {
      process.kill(killed, 'SIGKILL');
    }
    const ms = await recovered(began, killed);
    recoveries.push({ victim, ms });
    if (ms > longestRecovery) faults.push(`round ${round}: recovery took ${Math.round(ms)} ms`);
    // After a restart of the database, requests continue for a moment. The server must answer them without
    // being restarted itself.
    if (victim === 'database') await sleep(300);
    await stopWork();
    const { lost, half } = await check(round);
    faults.push(...lost.map((what) => `round ${round}: LOST ${what}`));
    faults.push(...half.map((what) => `round ${round}: HALF ${what}`));
    console.log(
      `${round}. kill -9 of the ${victim} after ${Math.round(moment)} ms: back in ${Math.round(ms)} ms, lost ${lost.length}, half ${half.length}`,
    );
  }
  const wrongSums = await withDatabase(countWrongSums);
  if (wrongSums > 0) faults.push(`${wrongSums} stored counts are wrong`);
  report(wrongSums);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = faults.length + ledger.wrong.length > 0 ? 1 : 0;

function start(): Promise<RunningServer> {
  return startServer(dataDir, { DEMO: 'on', LOG_LEVEL: 'silent', NODE_ENV: 'production' });
}

async function killServer(): Promise<void> {
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
}

async function databasePid(): Promise<number> {
  const text = await readFile(join(dataDir, 'database', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10);
}

/** Returns the milliseconds until the server is ready again with a new database process. */
async function recovered(began: number, killed: number): Promise<number> {
  for (;;) {
    // Waits for the new database process first. The sessions of the killed database outlive it for a moment,
    // so `/readyz` still succeeds.
    while (
      performance.now() - began < 60_000 &&
      [killed, Number.NaN].includes(await databasePid())
    ) {
      await sleep(20);
    }
    const signal = AbortSignal.timeout(3_000);
    const answer = await fetch(`${server.address}/readyz`, { signal }).catch(() => undefined);
    if (answer?.ok) return performance.now() - began;
    const { exitCode } = server.process;
    if (exitCode !== null || performance.now() - began > 60_000) {
      throw new Error(`It did not recover (exit ${exitCode})\n${server.output().slice(-3_000)}`);
    }
    await sleep(20);
  }
}

async function withDatabase<T>(work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const host = join(dataDir, 'database');
  const options = { host, port: 5432, user: 'doorstep', database: 'doorstep', max: 2 };
  const db = connect(options, { statementTimeout: 120_000 });
  return work(db).finally(() => db.destroy());
}

async function check(round: number): Promise<{ lost: string[]; half: string[] }> {
  if (round === rounds) whole.clear();
  return withDatabase((db) => checkDurability(db, blobs, ledger, whole));
}

function report(wrongSums: number): void {
  const times = (victim: string) =>
    recoveries.filter((one) => one.victim === victim).map(({ ms }) => ms);
  const acknowledged = Object.values(ledger.tally).reduce((sum, { done }) => sum + done, 0);
  const cut = Object.values(ledger.tally).reduce((sum, { cut: n }) => sum + n, 0);
  console.table(ledger.tally);
  for (const victim of ['server', 'database']) {
    const { median, worst } = describeNumbers(times(victim));
    console.log(`Back after the ${victim} was killed, ms: median ${median}, worst ${worst}`);
  }
  console.log(
    `${rounds} rounds of seed ${values.seed}: ${acknowledged} writes acknowledged, ${cut} cut off; lost ${faults.filter((text) => text.includes('LOST')).length}, half-written ${faults.filter((text) => text.includes('HALF')).length}, wrong sums ${wrongSums}, unexpected answers ${ledger.wrong.length}.`,
  );
  for (const fault of [...faults, ...new Set(ledger.wrong)].slice(0, 50)) console.log(fault);
}
