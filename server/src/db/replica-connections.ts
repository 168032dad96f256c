import { readPosition } from '@doorstep/contract/position';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { takeConnection } from './connection.ts';
import { prepare } from './prepared-statements.ts';
import type { Database } from './schema.ts';

/** Raised where a replica is set that is none of this database: what it says is about something else. */
class NoReplica extends Error {}

const replayed =
  'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed';
const progress = prepare(`select ${replayed}`);

/** Which database a connection leads to: a replica has its primary's numbers, and nothing else has. */
const identity = `concat_ws('/', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database())) as identity`;
const run = 'pg_postmaster_start_time()::text as run';

interface Progress {
  replayed: string | null;
}

async function identityOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql.raw<{ identity: string }>(`select ${identity}`).execute(db);
  return rows[0]?.identity ?? '';
}

function placeIn(rows: Progress[]): bigint {
  const position = readPosition(rows[0]?.replayed);
  if (position === undefined) throw new NoReplica('It is not a replica, or no longer one');
  return position;
}

/**
 * The connections of a replica. What a server has replayed it has for as long as it runs, whoever asked; another run, or
 * another server at the same address, has to say so anew.
 */
export function replicaConnections(replica: Kysely<Database>, primary: Kysely<Database>) {
  const runs = new Map<string, { replayed: bigint }>();
  const runOf = new WeakMap<pg.PoolClient, { replayed: bigint }>();
  let expected: Promise<string> | undefined;

  async function recognise(client: pg.PoolClient): Promise<bigint> {
    expected ??= identityOf(primary).catch((error: unknown) => {
      expected = undefined;
      throw error;
    });
    const [{ rows }, identityOfPrimary] = await Promise.all([
      client.query<Progress & { identity: string; run: string }>(
        `select ${identity}, ${run}, ${replayed}`,
      ),
      expected,
    ]);
    const [found] = rows;
    if (found?.identity !== identityOfPrimary) {
      throw new NoReplica('It is another database than that of DATABASE_URL, not a replica of it');
    }
    const server = runs.get(found.run) ?? { replayed: 0n };
    // Even if that is less: a server that recovers from a crash within one run starts from earlier again.
    server.replayed = placeIn(rows);
    runs.set(found.run, server);
    runOf.set(client, server);
    return server.replayed;
  }

  return {
    take: () => takeConnection(replica),
    /** Asks how far the replica has come; whatever was read from it before is no later than that. */
    async measure(client: pg.PoolClient): Promise<bigint> {
      const server = runOf.get(client);
      if (!server) return recognise(client);
      const { rows } = await client.query<Progress>(progress);
      const position = placeIn(rows);
      if (position > server.replayed) server.replayed = position;
      return position;
    },
    hasReached: (client: pg.PoolClient, position: bigint) =>
      (runOf.get(client)?.replayed ?? -1n) >= position,
  };
}
