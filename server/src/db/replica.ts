import { readPosition } from '@doorstep/contract/position';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { connect, DatabaseBusy, type Limits, queryOver, takeConnection } from './connection.ts';
import { keptAsOf } from './kept-search.ts';
import { lookUpTogether } from './look-up-together.ts';
import { presentPosition } from './present-position.ts';
import { repeat } from './repeat.ts';
import { replicaConnections } from './replica-connections.ts';
import { type Lag, measureLag } from './replica-lag.ts';
import type { Database } from './schema.ts';

/** Milliseconds: between two looks at a replica, for which a failed one is left alone, and for which one that is behind is taken to be so still. */
const delays = { look: 1_000, rest: 5_000, behind: 50 };

/** As much of a connection as a query takes. */
type Connection = Pick<pg.PoolClient, 'query' | 'release'>;

/** Why a request was answered from where it was. */
export type Cause = 'caught_up' | 'no_position' | 'behind' | 'busy' | 'away' | 'failed';

/** What one request reads: the replica as long as that can show all that the caller has seen, else the primary. */
export interface Reading {
  db: Kysely<Database>;
  cause: Cause;
  /** Nothing that the replica showed is later. */
  position: bigint;
}

export interface Replica {
  /** For a caller that has seen so much; one that does not say what it has seen is given the primary. */
  read(seen: bigint | undefined): Reading;
  /** How far the primary has come: all that was committed before the question is before the answer. */
  present(): Promise<string>;
  /** Looks after the replica until it is closed. Nothing is read from it before. */
  watch(tell: (line: string) => void): { close(): Promise<void> };
  state(): { isUp: boolean; lag: Lag | undefined };
  close(): Promise<void>;
}

/** What PostgreSQL calls a statement that would write where that can't be done. */
const wouldWrite = '25006';

/** Opens a replica of a database, to read from what may as well be read there. */
export function openReplica(
  primary: Kysely<Database>,
  options: pg.PoolConfig,
  { slow }: Pick<Limits, 'slow'> = {},
): Replica {
  // Whoever sets the primary here by mistake loses nothing: what is read can't write.
  const reached = { ...options, options: '-c default_transaction_read_only=on' };
  // Shorter than the primary's: what fails here is asked there, and all within the caller's ten seconds.
  const pooled = connect(
    { ...reached, pipeline: true, connectionTimeoutMillis: 1_000, query_timeout: 5_000 },
    // Given up before the pool itself does, whose error would tell of a replica that is away.
    { statementTimeout: 4_000, maxWaiting: 100, longestWait: 500 },
  );
  // Apart, so that a full pool is not taken for a replica that is away.
  const watched = connect({
    ...reached,
    max: 1,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  const connections = replicaConnections(pooled, primary);
  const watching = replicaConnections(watched, primary);
  const asked = lookUpTogether(async () => new Map([['', await presentPosition(primary)]]));

  let isUp = false;
  let restsUntil = 0;
  let hasFailed = false;
  let tell = (_line: string) => {};
  let last = { replayed: 0n, at: 0 };
  const lagging = measureLag();

  function leaveAlone(error: unknown): void {
    isUp = false;
    restsUntil = performance.now() + delays.rest;
    const reason = error instanceof Error ? error.message : String(error);
    if (!hasFailed) tell(`The replica is left alone, the primary answers instead: ${reason}`);
    hasFailed = true;
  }

  const measure = async (from: typeof connections, client: pg.PoolClient) => {
    const replayed = await from.measure(client);
    last = { replayed, at: performance.now() };
    return replayed;
  };

  async function look(): Promise<void> {
    if (performance.now() < restsUntil) return;
    const position = readPosition(await asked(''));
    let client: pg.PoolClient | undefined;
    try {
      client = await watching.take();
      lagging.note(position ?? 0n, await measure(watching, client));
      client.release();
    } catch (error) {
      client?.release(true);
      leaveAlone(error);
      return;
    }
    if (hasFailed) tell('The replica answers again');
    hasFailed = false;
    isUp = true;
  }

  /** A connection to the replica that has come so far; undefined, with the cause noted, where there is none. */
  async function take(reading: Reading, seen: bigint): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      client = await connections.take();
      if (connections.hasReached(client, seen) || (await measure(connections, client)) >= seen) {
        return client;
      }
      client.release();
      reading.cause = 'behind';
    } catch (error) {
      client?.release(true);
      reading.cause = error instanceof DatabaseBusy ? 'busy' : 'away';
      if (!(error instanceof DatabaseBusy)) leaveAlone(error);
    }
    return undefined;
  }

  async function connectFor(reading: Reading, seen: bigint): Promise<Connection> {
    const client = reading.cause === 'caught_up' ? await take(reading, seen) : undefined;
    return client ? withPrimaryBehind(client, reading) : takeConnection(primary);
  }

  /** A connection on which a statement that fails is asked again of the primary, as is the rest of the request. */
  function withPrimaryBehind(client: pg.PoolClient, reading: Reading): Connection {
    let instead: pg.PoolClient | undefined;
    let isBroken = false;
    const ask = async (text: string, values: unknown[]) => {
      if (instead) return instead.query(text, values);
      try {
        // Sent at once and answered in turn: how far it has come after what it read.
        const [result, replayed] = await Promise.all([
          client.query(text, values),
          measure(connections, client),
        ]);
        if (replayed > reading.position) reading.position = replayed;
        return result;
      } catch (error) {
        const state = error instanceof pg.DatabaseError ? error.code : undefined;
        if (state === wouldWrite) throw error;
        reading.cause = 'failed';
        // A value that no database takes is no fault of the replica's.
        isBroken = !state?.startsWith('22');
        if (isBroken) leaveAlone(error);
        instead = await takeConnection(primary);
        return instead.query(text, values);
      }
    };
    return {
      query: ask as pg.PoolClient['query'],
      release(isDiscarded) {
        client.release(isBroken);
        instead?.release(isDiscarded);
      },
    };
  }

  return {
    read(seen) {
      const isBehind = () =>
        seen !== undefined && seen > last.replayed && performance.now() - last.at < delays.behind;
      const cause =
        seen === undefined ? 'no_position' : !isUp ? 'away' : isBehind() ? 'behind' : 'caught_up';
      const reading: Reading = { db: primary, cause, position: seen ?? 0n };
      if (seen === undefined || cause !== 'caught_up') return reading;
      const pool = {
        connect: () => connectFor(reading, seen),
        end: async () => {},
        options: {},
      };
      reading.db = queryOver(pool, { slow });
      keptAsOf(reading.db, pooled);
      return reading;
    },
    present: async () => (await asked('')) ?? '',
    watch(teller) {
      tell = teller;
      return repeat(look, delays.look, () => {});
    },
    state: () => ({ isUp, lag: isUp ? lagging.lag() : undefined }),
    async close() {
      await Promise.all([pooled.destroy(), watched.destroy()]);
    },
  };
}
