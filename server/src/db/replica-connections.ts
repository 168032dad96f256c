import { readPosition } from '@doorstep/contract/position';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { takeConnection } from './connection.ts';
import { prepare } from './prepared-statements.ts';
import type { Database } from './schema.ts';

/** Raised where a replica is set that is none of this database: what it says is about something else. */
export class NoReplica extends Error {}

/** Which database a connection leads to: a replica has its primary's numbers, and nothing else has. */
const identity = `select concat_ws('/', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database())) as identity`;

const progress = prepare(
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed',
);

export async function identityOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql.raw<{ identity: string }>(identity).execute(db);
  return rows[0]?.identity ?? '';
}

/**
 * The connections of a replica, each with what it was last seen to have replayed. A connection ends with its server, and a
 * server only goes on: what one has replayed it has for good, whatever stands behind the address next time.
 */
export function replicaConnections(replica: Kysely<Database>, primary: Kysely<Database>) {
  const reached = new WeakMap<pg.PoolClient, bigint>();
  let expected: Promise<string> | undefined;

  async function recognise(client: pg.PoolClient): Promise<void> {
    expected ??= identityOf(primary).catch((error: unknown) => {
      expected = undefined;
      throw error;
    });
    const { rows } = await client.query<{ identity: string }>(identity);
    if (rows[0]?.identity !== (await expected)) {
      throw new NoReplica('It is another database than that of DATABASE_URL, not a replica of it');
    }
  }

  /** Asks how far the replica has come; whatever was read from it before is no later than that. */
  async function measure(client: pg.PoolClient): Promise<bigint> {
    if (!reached.has(client)) await recognise(client);
    const { rows } = await client.query<{ replayed: string | null }>(progress);
    const replayed = readPosition(rows[0]?.replayed);
    if (replayed === undefined) throw new NoReplica('It is not a replica, or no longer one');
    reached.set(client, replayed);
    return replayed;
  }

  return {
    take: () => takeConnection(replica),
    measure,
    hasReached: (client: pg.PoolClient, position: bigint) =>
      (reached.get(client) ?? -1n) >= position,
  };
}
