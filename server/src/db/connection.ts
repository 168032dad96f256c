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

/**
 * Converts a timestamp to ISO 8601 by text operations, because parsing dates is slow and lists contain many
 * dates.
 */
function toIso(text: string): string {
  const [, day, time, fraction = ''] = inUtc.exec(text) ?? [];
  return day === undefined
    ? new Date(text).toISOString()
    : `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** Thrown if too many callers wait for a connection, or if the wait took too long. */
export class DatabaseBusy extends Error {}

export interface Limits {
  /** The milliseconds after which the database cancels a statement. */
  statementTimeout?: number;
  maxWaiting?: number;
  /** The maximum time that a caller waits for a connection while all are in use, in milliseconds. */
  longestWait?: number;
  onError?: (error: Error) => void;
  /** When this signal is aborted, the connections are closed, even during a statement. */
  signal?: AbortSignal | undefined;
  slow?: { after: number; report: (statement: { sql: string; milliseconds: number }) => void };
}

/** The maximum time that a reachable database takes to report a statement timeout, in milliseconds. */
const answerDelay = 1_000;

const preparedMark = '/* prepared */';

/**
 * Marks a statement that each connection prepares, so that PostgreSQL parses the statement only once on each
 * connection. Mark only the most frequent statements, because each connection stores the text of each
 * prepared statement. See docs/decisions/031-prepared-statements.md.
 */
export const prepared = sql.raw(preparedMark);

const nothing = { command: 'BEGIN', rowCount: null, rows: [] };

/**
 * Adapts a connection for Kysely. Adds the names of prepared statements, because Kysely passes only a
 * statement's text. Sends BEGIN together with the transaction's first statement, to save a round trip.
 */
function adapted(client: pg.PoolClient): PostgresPoolClient {
  let isBeginning = false;
  const send = (text: string, values: unknown[]) =>
    text.includes(preparedMark)
      ? client.query({ text, values, name: nameOf(text) })
      : client.query(text, values);
  const query = async (text: string, values: unknown[]) => {
    if (text === 'begin' || (isBeginning && text === 'rollback')) {
      isBeginning = text === 'begin';
      return nothing;
    }
    // A rollback fails only on a broken connection. The earlier error says why the connection broke.
    if (text === 'rollback') return client.query(text).catch(() => nothing);
    if (!isBeginning) return send(text, values);
    isBeginning = false;
    const [, result] = await Promise.all([client.query('begin'), send(text, values)]);
    return result;
  };
  const release = (broken?: boolean) => client.release(broken);
  // The cast is safe, because Kysely's cursors are not used.
  return { query, release } as unknown as PostgresPoolClient;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text, 'base64url');
  names.set(text, name);
  return name;
}

export function connect({ role, ...options }: Connection, limits: Limits = {}): Kysely<Database> {
  const { statementTimeout = serverLimits.statementTimeout, onError, signal, slow } = limits;
  const { maxWaiting = serverLimits.databaseWaiting, longestWait = serverLimits.databaseWait } =
    limits;
  const settings = {
    max: serverLimits.databaseConnections,
    connectionTimeoutMillis: serverLimits.databaseConnect,
    application_name: 'doorstep',
    pipeline: true,
    ...keepAlive,
    ...options,
    onConnect: (client: pg.ClientBase) => {
      if (statementTimeout > 0) cutWhenSilent(client, statementTimeout + answerDelay);
      if (signal) cutWhenAborted(client, signal);
      return prepareConnection(client, statementTimeout, role);
    },
  } satisfies pg.PoolConfig;
  const pool = new pg.Pool(settings);
  // Handles the error of a broken idle connection, because it would otherwise end the process. The next
  // query opens a new connection.
  pool.on('error', (error) => onError?.(error));
  // Handles errors of connections in use too, because the pool listens only to idle connections.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  const bounded = {
    options: pool.options,
    Client: pg.Client,
    connect: async () => {
      if (pool.waitingCount >= maxWaiting)
        throw new DatabaseBusy('Too many callers wait for a database connection');
      // Compares with `waitingCount`, because earlier callers in this turn of the event loop take the idle
      // connections first.
      const isFree = pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max;
      const client = await (isFree ? pool.connect() : inTime(pool.connect(), longestWait));
      return adapted(client);
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
  throw new DatabaseBusy('Timed out waiting for a database connection');
}

const pools = new WeakMap<Kysely<Database>, { pool: pg.Pool; connection: Connection }>();

/**
 * Opens another connection to the same database with its own limits, for work that takes longer than a
 * request may take. The caller must destroy the result.
 */
export function connectSeparately(db: Kysely<Database>, limits: Limits): Kysely<Database> {
  const known = pools.get(db);
  if (!known) throw new Error('connectSeparately needs a database that connect() has opened');
  return connect({ ...known.connection, max: 1 }, limits);
}

export function poolOf(
  db: Kysely<Database>,
): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return pools.get(db)?.pool ?? { totalCount: 0, idleCount: 0, waitingCount: 0 };
}
