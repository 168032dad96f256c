import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database> | Transaction<Database> | ControlledTransaction<Database>;

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(builtins.DATE, (text) => text);

/** Opens a bounded pool. A statement that runs longer than `statementTimeout` milliseconds is ended by the database. */
export function connect(
  options: pg.PoolConfig,
  {
    statementTimeout = 15_000,
    onError,
  }: { statementTimeout?: number; onError?: (error: Error) => void } = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'doorstep',
    ...options,
  });
  // An idle connection that breaks must not end the process; the next query opens a fresh one.
  pool.on('error', (error) => onError?.(error));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Kysely<Database>, pg.Pool>();

/** How many connections of a database are open, idle and waited for. */
export function poolOf(
  db: Kysely<Database>,
): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return pools.get(db) ?? { totalCount: 0, idleCount: 0, waitingCount: 0 };
}
