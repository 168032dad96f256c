import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applicationRole, prepareDatabase } from '../db/application-role.ts';
import { connect } from '../db/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { openReplica } from '../db/replica.ts';

const quick = { fsync: 'off' };
const say = () => {};

/** A database and a streaming replica of it, each a PostgreSQL of its own. */
export async function startReplicatedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-replica-'));
  // Where root has no namespaces the databases run as "nobody", who must get to them.
  await chmod(folder, 0o711);
  const start = (name: string, settings: Record<string, string> = {}) =>
    startEmbeddedPostgres(join(folder, name), say, { ...quick, ...settings });

  const first = await start('primary');
  await prepareDatabase(first.connection, { mayLogIn: true });
  // Copied while it stands still, a replica needs no pg_basebackup.
  await first.stop();
  await mkdir(join(folder, 'replica'));
  await cp(join(folder, 'primary', 'database'), join(folder, 'replica', 'database'), {
    recursive: true,
  });
  await writeFile(join(folder, 'replica', 'database', 'standby.signal'), '');

  const primary = await start('primary');
  const { host, port, user } = primary.connection;
  const follow = () =>
    start('replica', {
      primary_conninfo: `host='${host}' port=${port} user=${user}`,
      // Its readers are in the way of what the primary cleans up, and soon have to go.
      max_standby_streaming_delay: '100ms',
    });
  let standby: EmbeddedPostgres | undefined = await follow();
  const { connection } = standby;
  const ask = async <Row extends pg.QueryResultRow>(text: string, of = connection) => {
    const client = new pg.Client(of);
    await client.connect();
    const { rows } = await client.query<Row>(text).finally(() => client.end());
    return rows;
  };

  return {
    /** What a server of ours is given, with connections of its own. */
    async open() {
      const db = connect({ ...primary.connection, user: applicationRole });
      const replica = openReplica(db, { ...connection, user: applicationRole });
      return {
        db,
        connection: primary.connection,
        replica,
        drop: async () => {
          await replica.close();
          await db.destroy();
        },
      };
    },
    primary: primary.connection,
    connection,
    ask,
    /** Holds the replica where it is; what comes meanwhile waits. */
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    /** Waits until it has replayed all that is done now. */
    async catchUp() {
      const [now] = await ask<{ at: string }>(
        'select pg_current_wal_insert_lsn()::text as at',
        primary.connection,
      );
      const done = `select pg_last_wal_replay_lsn() >= '${now?.at}' as yes`;
      while (!(await ask<{ yes: boolean }>(done))[0]?.yes);
    },
    async stopReplica() {
      await standby?.stop();
      standby = undefined;
    },
    async startReplica() {
      standby = await follow();
    },
    async stop() {
      await standby?.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ReplicatedDatabase = Awaited<ReturnType<typeof startReplicatedDatabase>>;
