import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ChainLink, verifyAudit } from '../../server/src/db/audit/verify.ts';
import { connect } from '../../server/src/db/connection.ts';
import { rollUpCounts } from '../../server/src/db/counts/counts.ts';
import { wordsOf } from '../../server/src/testing/services/words-of.ts';
import { countWrongSums } from '../faults/check-durability.ts';
import { asSuperuser, ownFolder, passwords, primaryAs } from './configuration.ts';
import { treeOf } from './faults.ts';
import { databaseHosts, type Host } from './network.ts';
import { asPostgres, waitFor } from './program.ts';
import { seconds } from './report.ts';
import type { Cluster } from './start-cluster.ts';

/** The time limit for replaying or copying the writes of ten rounds of faults, in milliseconds. */
const longest = 900_000;
const binaries = '/usr/lib/postgresql/15/bin';

export const pgbackrest = (folder: string, host: Host, ...rest: string[]) =>
  asPostgres(
    host,
    ...['pgbackrest', `--config=${join(folder, host, 'pgbackrest.conf')}`, '--stanza=doorstep'],
    ...rest,
  );

export async function backUp({ folder, hostOf }: Cluster): Promise<string> {
  const began = performance.now();
  await pgbackrest(folder, await hostOf('leader'), 'backup', '--type=full');
  return `pgBackRest: full backup in ${seconds(performance.now() - began)} s`;
}

interface State {
  words: Record<string, string>;
  head: ChainLink | undefined;
}

const ownerOfPrimary = primaryAs('doorstep_owner', passwords.doorstep_owner);

/**
 * Damages the data, and restores the state before the damage, as docs/backup.md describes. Restores twice:
 * first a copy next to the cluster, then the whole cluster. Throws if a row of any table differs.
 * Returns a sentence with both durations.
 */
export async function recoverCluster(cluster: Cluster): Promise<string> {
  const { folder, part, startServer, healthy, hostOf } = cluster;
  await healthy();
  const host = await hostOf('leader');
  await Promise.all(['server0', 'server1'].map((name) => part(name).stop()));

  const { before, moment } = await damageData();
  await asSuperuser(folder, host, 'select pg_switch_wal()');
  await pgbackrest(folder, host, 'check').catch(async (cause: unknown) => {
    const question = `select row_to_json(a), (select count(*) from pg_ls_archive_statusdir() where name like '%.ready')
      from pg_stat_archiver a`;
    const { stdout } = await asSuperuser(folder, host, question);
    throw new Error(`The archiver, and how many segments wait for it: ${stdout}`, { cause });
  });

  const target = ['--type=time', `--target=${moment}`, '--target-action=promote', 'restore'];
  const lookBegan = performance.now();
  const restored = join(folder, host, 'restored');
  await asPostgres(host, 'mkdir', '-m', '700', restored);
  await pgbackrest(folder, host, `--pg1-path=${restored}`, ...target);
  // Without archive_mode=off, the restored database would write to the archive of the running cluster.
  await promote(folder, host, restored, before, '-c archive_mode=off');
  await rm(restored, { recursive: true });

  const began = performance.now();
  await Promise.all(databaseHosts.map((name) => part(`patroni-${name}`).stop()));
  const data = join(ownFolder(folder, host), 'data');
  await pgbackrest(folder, host, '--delta', ...target);
  await promote(folder, host, data, before);
  await forgetCluster(folder, host);
  for (const other of databaseHosts.filter((name) => name !== host)) {
    await rm(join(ownFolder(folder, other), 'data'), { recursive: true });
  }
  cluster.startPatroni(host);
  await waitFor('the recovered primary', async () => (await hostOf('leader')) === host, 120_000);
  for (const other of databaseHosts.filter((name) => name !== host)) cluster.startPatroni(other);
  await waitFor('the members to be copied', healthy, longest);
  await compare(ownerOfPrimary, before);
  await verify(ownerOfPrimary, before);
  await startServer(0, treeOf(cluster));
  await startServer(1, treeOf(cluster));
  await waitFor('Caddy', async () => (await fetch(`${cluster.address}/readyz`)).ok);
  const back = performance.now();
  return `Restored ${moment} from the backup before all faults: next to the cluster in ${seconds(began - lookBegan)} s, the whole cluster in ${seconds(back - began)} s; each row of each table unchanged`;
}

async function damageData(): Promise<{ before: State; moment: string }> {
  const owner = new pg.Client(ownerOfPrimary);
  await owner.connect();
  try {
    await owner.query(
      `update applicants set message = 'changed after the backup' where id = (select max(id) from applicants)`,
    );
    const head = await settle();
    const before = { words: await wordsOf(owner), head };
    // Leaves a second on both sides of the recorded moment, so that a restore to this moment has all earlier
    // writes and none of the damage.
    await sleep(1_000);
    const { rows } = await owner.query<{ at: string }>('select clock_timestamp()::text as at');
    await sleep(1_000);
    await owner.query(`update applicants set message = 'harm', applicant_name = 'Harm'`);
    return { before, moment: rows[0]?.at ?? '' };
  } finally {
    await owner.end();
  }
}

/**
 * Rolls up the counts and chains the audit, as the servers do periodically. Returns the newest link of the
 * audit's chain.
 */
async function settle(): Promise<ChainLink | undefined> {
  const db = connect({ ...ownerOfPrimary, max: 2 }, { statementTimeout: 120_000 });
  try {
    await rollUpCounts(db);
    return (await verifyAudit(db)).head;
  } finally {
    await db.destroy();
  }
}

/**
 * Starts the restored database without Patroni, and waits until its recovery has ended. Compares the tables
 * with `before`, and stops the database.
 */
async function promote(
  folder: string,
  host: Host,
  data: string,
  before: State,
  more = '',
): Promise<void> {
  const rules = join(folder, 'restored.conf');
  await writeFile(rules, 'local all all trust\n', { mode: 0o644 });
  const socket = join(folder, host, 'spool');
  const options = `-c listen_addresses= -c unix_socket_directories=${socket} -c hba_file=${rules} -c synchronous_standby_names= ${more}`;
  const control = (...rest: string[]) =>
    asPostgres(
      ...([host, 'env', `PGBACKREST_CONFIG=${join(folder, host, 'pgbackrest.conf')}`] as const),
      ...[`${binaries}/pg_ctl`, '-D', data, '-w', '-t', '900', ...rest],
    );
  await control('-l', join(socket, 'restored.log'), '-o', options, 'start');
  try {
    const ask = (question: string) =>
      asPostgres(
        host,
        ...['psql', '-XAt', '-h', socket, '-U', 'postgres', '-d', 'doorstep', '-c'],
        question,
      );
    await waitFor(
      'the end of the recovery',
      async () => (await ask('select pg_is_in_recovery()')).stdout.trim() === 'f',
      longest,
    );
    await compare({ host: socket, user: 'postgres', database: 'doorstep' }, before);
  } finally {
    await control('-m', 'fast', 'stop');
  }
}

async function compare(connection: pg.PoolConfig, { words }: State): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const now = await wordsOf(client).finally(() => client.end());
  const other = Object.keys(words).filter((table) => words[table] !== now[table]);
  if (other.length > 0) throw new Error(`Different after the restore: ${other.join(', ')}`);
}

/**
 * Recounts the stored counts and verifies the audit's chain. Must run after `compare`, because the recount
 * writes to some tables.
 */
async function verify(connection: pg.PoolConfig, { head }: State): Promise<void> {
  const db = connect({ ...connection, max: 2 }, { statementTimeout: 120_000 });
  try {
    const { broken } = await verifyAudit(db, head);
    const wrongSums = await countWrongSums(db);
    if (broken || wrongSums > 0) {
      throw new Error(`Restored with ${wrongSums} wrong sums, ${broken?.fault ?? 'whole'} chain`);
    }
  } finally {
    await db.destroy();
  }
}

/** Deletes the cluster's entry in etcd, so that Patroni uses the data in the folder. */
async function forgetCluster(folder: string, host: Host): Promise<void> {
  const words = 'doorstep\\nYes I am aware\\n';
  const command = `printf '${words}' | patronictl -c ${join(folder, host, 'patroni.yml')} remove doorstep`;
  await asPostgres(host, 'sh', '-c', command);
}
