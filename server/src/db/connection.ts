import { type ControlledTransaction, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { serverLimits } from '../limits.ts';
import type { Database } from './schema.ts';
import { type Connection, cutWhenSilent, keepAlive, prepareSession } from './session.ts';

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

/** What differs from the server's limits, and who hears of trouble. */
export interface Limits {
  /** Milliseconds after which the database ends a statement. */
  statementTimeout?: number;
  /** How many may wait for a connection. */
  maxWaiting?: number;
  /** Milliseconds that one may wait for a connection while all are in use. */
  longestWait?: number;
  onError?: (error: Error) => void;
  /** Called for each statement that took longer than `after` milliseconds. */
  slow?: { after: number; report: (statement: { sql: string; milliseconds: number }) => void };
}

/** Milliseconds that a database which is there may take to say that a statement took too long. */
const answerDelay = 1_000;

const planOnceText = '/* plan once */';

/**
 * A statement that says this is planned once for each connection, under a name: planning is four fifths of what a first
 * page or a look-up costs the database. For statements whose best plan never depends on a value, such as look-ups by a
 * key, and whose texts are few.
 */
export const planOnce = sql.raw(planOnceText);

const names = new Map<string, string>();
/** More texts than there are such statements; beyond, one is planned each time, as all others are. */
const mostNames = 200;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `planned_${names.size}`;
  names.set(text, name);
  return name;
}

/** Kysely hands on no names, so that they are given on the way to the driver. */
function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.includes(planOnceText)
      ? query({ text, values, name: nameOf(text) }, ...rest)
      : query(text, values, ...rest)) as typeof client.query;
}

/** Opens a bounded pool with a bounded queue before it. */
export function connect({ role, ...options }: Connection, limits: Limits = {}): Kysely<Database> {
  const { statementTimeout = serverLimits.statementTimeout, onError, slow } = limits;
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
      return prepareSession(client, statementTimeout, role);
    },
  } satisfies pg.PoolConfig;
  const pool = new pg.Pool(settings);
  // An idle connection that breaks must not end the process; the next query opens a fresh one.
  pool.on('error', (error) => onError?.(error));
  // Nor one that breaks inside a transaction: the pool has no listener on it then.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  pool.on('connect', nameStatements);
  const bounded = {
    options: pool.options,
    Client: pg.Client,
    connect: async () => {
      if (pool.waitingCount >= maxWaiting) throw new DatabaseBusy('Too many wait for the database');
      // Idle connections may already be promised to callers of this same turn of the event loop.
      const isFree = pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max;
      if (isFree) return pool.connect();
      return inTime(pool.connect(), longestWait);
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
  pools.set(db, pool);
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

const pools = new WeakMap<Kysely<Database>, pg.Pool>();

/** How a database is reached, for a connection beside its pool. */
export function optionsOf(db: Kysely<Database>): pg.PoolOptions | undefined {
  return pools.get(db)?.options;
}

/** How many connections of a database are open, idle and waited for. */
export function poolOf(
  db: Kysely<Database>,
): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  return pools.get(db) ?? { totalCount: 0, idleCount: 0, waitingCount: 0 };
}
