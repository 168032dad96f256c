import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { verifyAudit } from '../../server/src/db/audit/verify.ts';
import { connect } from '../../server/src/db/connection.ts';
import { countWrongSums } from '../faults/check-durability.ts';
import { passwords, primaryAs, superuserPassword } from './configuration.ts';
import { type Host, namespaceOf } from './network.ts';
import { startProgram, waitFor } from './program.ts';
import type { Cluster } from './start-cluster.ts';

const run = promisify(execFile);
const binaries = '/usr/lib/postgresql/15/bin';

const asPostgres = (host: Host, ...command: string[]) =>
  run('ip', [
    ...['netns', 'exec', namespaceOf(host), 'setpriv', '--reuid=postgres', '--regid=postgres'],
    ...['--init-groups', '--', ...command],
  ]);

/** pgBackRest on the machine of a member. */
export const pgbackrest = (folder: string, host: Host, ...rest: string[]) =>
  asPostgres(
    host,
    ...['pgbackrest', `--config=${join(folder, host, 'pgbackrest.conf')}`, '--stanza=doorstep'],
    ...rest,
  );

/**
 * Backs up the cluster with pgBackRest, does harm, and brings the moment before it back beside the cluster. Throws where that
 * differs from what was there; answers what it took.
 */
export async function recoverCluster({ folder, hostOf }: Cluster): Promise<string> {
  const host = await hostOf('leader');
  const began = performance.now();
  await pgbackrest(folder, host, 'backup', '--type=full');
  const backedUp = performance.now();
  // pgBackRest takes a backup for older than a moment only by the second.
  await sleep(1_500);

  const owner = new pg.Client(primaryAs('doorstep_owner', passwords.doorstep_owner));
  const superuser = new pg.Client(primaryAs('postgres', superuserPassword));
  await Promise.all([owner.connect(), superuser.connect()]);
  const count = async (client: pg.ClientBase) =>
    (await client.query<{ count: number }>('select count(*)::int as count from applicants')).rows[0]
      ?.count;
  let before: number | undefined;
  let moment = '';
  try {
    // After the backup: the write-ahead log has to say so.
    await owner.query(
      `update applicants set message = 'changed after the backup' where id = (select max(id) from applicants)`,
    );
    before = await count(owner);
    moment =
      (await owner.query<{ at: string }>('select clock_timestamp()::text as at')).rows[0]?.at ?? '';
    await owner.query(`set session_replication_role = replica`).catch(() => {});
    await owner.query(`update applicants set message = 'harm', applicant_name = 'Harm'`);
    await superuser.query('select pg_switch_wal()');
  } finally {
    await Promise.all([owner.end(), superuser.end()]);
  }
  await pgbackrest(folder, host, 'check');

  const restored = join(folder, host, 'restored');
  const rules = join(folder, 'restored.conf');
  await asPostgres(host, 'mkdir', '-m', '700', restored);
  await writeFile(rules, 'local all all trust\n', { mode: 0o644 });
  const restoring = performance.now();
  await pgbackrest(
    ...([folder, host, `--pg1-path=${restored}`, '--type=time', `--target=${moment}`] as const),
    ...['--target-action=promote', 'restore'],
  );
  const socket = join(folder, host, 'spool');
  const beside = startProgram(
    'restored',
    [
      ...([`${binaries}/postgres`, '-D', restored, '-c', 'listen_addresses='] as const),
      ...['-c', `unix_socket_directories=${socket}`, '-c', 'archive_mode=off'],
      ...[
        '-c',
        'synchronous_standby_names=',
        '-c',
        'cluster_name=restored',
        '-c',
        `hba_file=${rules}`,
      ],
    ],
    { folder, host, user: 'postgres' },
  );
  try {
    const at = { host: socket, user: 'postgres', database: 'doorstep' };
    const db = await waitFor('the restored database', async () => {
      const opened = connect({ ...at, max: 2 }, { statementTimeout: 120_000 });
      const ready = await opened
        .selectFrom('users')
        .select('id')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        );
      if (!ready) await opened.destroy();
      return ready && opened;
    });
    try {
      const back = performance.now();
      const { rows } = await db
        .selectFrom('applicants')
        .select(({ fn }) => [fn.countAll<number>().as('count')])
        .execute()
        .then((found) => ({ rows: found }));
      const last = await db
        .selectFrom('applicants')
        .select('message')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const { broken } = await verifyAudit(db);
      const wrongSums = await countWrongSums(db);
      const isRight =
        rows[0]?.count === before &&
        last?.message === 'changed after the backup' &&
        !broken &&
        wrongSums === 0;
      if (!isRight) {
        throw new Error(
          `Restored otherwise: ${rows[0]?.count} of ${before} applicants, '${last?.message}', ${wrongSums} wrong sums, chain ${broken ? 'broken' : 'whole'}`,
        );
      }
      const seconds = (from: number, to: number) => `${Math.round((to - from) / 100) / 10} s`;
      return `pgBackRest: full backup in ${seconds(began, backedUp)}; brought back to ${moment} in ${seconds(restoring, back)}: all rows, sums and the audit's chain as they were`;
    } finally {
      await db.destroy();
    }
  } finally {
    await beside.stop();
  }
}
