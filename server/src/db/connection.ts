import { hash } from 'node:crypto';
import {
  type ControlledTransaction,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { serverLimits } from '../limits.ts';
import {
  type Connection,
  cutWhenAborted,
  cutWhenSilent,
  keepAlive,
  prepareConnection,
} from './prepare-connection.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database> | Transaction<Database> | ControlledTransaction<Database>;

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, toIso);
pg.types.setTypeParser(builtins.DATE, (text) => text);

const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** A timestamp as ISO 8601, rewritten as text: parsing and formatting dates is slow, and lists are full of them. */
function toIso(text: string): string {
  const [, day, time, fraction = ''] = inUtc.exec(text) ?? [];
  return day === undefined
    ? new Date(text).toISOString()
    : `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** Thrown when too many already wait for a connection, or when the wait took too long. */
export class DatabaseBusy extends Error {}

/** Other limits than the server's, and the handler of errors. */
export interface Limits {
  /** Milliseconds after which the database ends a statement. */
  statementTimeout?: number;
  /** How many may wait for a connection. */
  maxWaiting?: number;
  /** Milliseconds that one may wait for a connection while all are in use. */
  longestWait?: number;
  onError?: (error: Error) => void;
  /** Its connections are cut when this is aborted, also in the middle of a statement. */
  signal?: AbortSignal | undefined;
  /** Called for each statement that took longer than `after` milliseconds. */
  slow?: { after: number; report: (statement: { sql: string; milliseconds: number }) => void };
}

/** Milliseconds that a database which is there may take to say that a statement took too long. */
const answerDelay = 1_000;

const preparedMark = '/* prepared */';

/**
 * Marks a statement that each connection prepares once, under a name: PostgreSQL parses it once, and after
 * five times keeps its plan where one made for the values would be no better. Only for the hottest statements: a
 * connection stores each text that it has prepared. docs/decisions/031-prepared-statements.md
 */
export const prepared = sql.raw(preparedMark);

/** A connection as Kysely asks it. Kysely hands on a statement's text alone, so that the name is given here. */
function namingPrepared(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) =>
    text.includes(preparedMark)
      ? client.query({ text, values, name: nameOf(text) })
      : client.query(text, values);
  const release = (broken?: boolean) => client.release(broken);
  // Without cursors, which nobody asks for.
  return { query, release } as unknown as PostgresPoolClient;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text, 'base64url');
  names.set(text, name);
  return name;
}

/** Opens a bounded pool with a bounded queue before it. */
export function connect({ role, ...options }: Connection, limits: Limits = {}): Kysely<Database> {
  const { statementTimeout = serverLimits.statementTimeout, onError, signal, slow } = limits;
  const { maxWaiting = serverLimits.databaseWaiting, longestWait = serverLimits.databaseWait } =
    limits;
  const settings = {
    max: serverLimits.databaseConnections,
    connectionTimeoutMillis: serverLimits.databaseConnect,
    application_name: 'doorstep',
    ...keepAlive,
    ...options,
    onConnect: (client: pg.ClientBase) => {
      if (statementTimeout > 0) cutWhenSilent(client, statementTimeout + answerDelay);
      if (signal) cutWhenAborted(client, signal);
      return prepareConnection(client, statementTimeout, role);
    },
  } satisfies pg.PoolConfig;
  const pool = new pg.Pool(settings);
  // An idle connection that breaks must not end the process; the next query opens a fresh one.
  pool.on('error', (error) => onError?.(error));
  // Nor one that breaks inside a transaction: the pool has no listener on it then.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  const bounded = {
    options: pool.options,
    Client: pg.Client,
    connect: async () => {
      if (pool.waitingCount >= maxWaiting) throw new DatabaseBusy('Too many wait for the database');
      // Idle connections may already be promised to callers of this same turn of the event loop.
      const isFree = pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max;
      const client = await (isFree ? pool.connect() : inTime(pool.connect(), longestWait));
      return namingPrepared(client);
    },
    end: () => pool.end(),
  };
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: bounded }),
    ...(slow && {
      log: ({ query: { sql }, queryDurationMillis: milliseconds }) => {
        if (milliseconds > slow.after) slow.report({ sql, milliseconds });
      },
    }),
  });
  pools.set(db, { pool, connection: { role, ...options } });
  return db;
}

/** A connection that comes too late is given back at once. */
async function inTime(coming: Promise<pg.PoolClient>, longest: number): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  const client = await Promise.race([coming, late]).finally(() => clearTimeout(timer));
  if (client) return client;
  coming.then(
    (unused) => unused.release(),
    () => {},
  );
  throw new DatabaseBusy('No connection to the database came free in time');
}

const pools = new WeakMap<Kysely<Database>, { pool: pg.Pool; connection: Connection }>();

/** How to reach a database, for a connection outside its pool. */
export function optionsOf(db: Kysely<Database>): pg.PoolOptions | undefined {
  return pools.get(db)?.pool.options;
}

/** One more connection to the same database with limits of its own, for work that takes longer than a request may. Destroy it afterwards. */
export function connectBeside(db: Kysely<Database>, limits: Limits): Kysely<Database> {
  const known = pools.get(db);
  if (!known) throw new Error('Only a database that was opened here can be opened once more');
  return connect({ ...known.connection, max: 1 }, limits);
}

/** How many connections of a database are open, idle and waited for. */
export function poolOf(
  db: Kysely<Database>,
): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return pools.get(db)?.pool ?? { totalCount: 0, idleCount: 0, waitingCount: 0 };
}
