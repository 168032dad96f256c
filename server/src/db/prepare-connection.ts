import type { Socket } from 'node:net';
import type pg from 'pg';
import { serverLimits } from '../limits.ts';

/** How a database is reached. */
export interface Connection extends pg.PoolConfig {
  /** The role that each connection works as, if it differs from the one that logs in. */
  role?: string;
}

/** Thrown for a connection to a standby, for example during a failover. */
export class IsStandby extends Error {}

/** Sets up a new connection by statements. PgBouncer rejects settings in the connection's first message. */
export async function prepareConnection(
  client: pg.ClientBase,
  statementTimeout: number,
  role: string | undefined,
): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `select pg_is_in_recovery() as standby, set_config('statement_timeout', $1, false),
      set_config('idle_in_transaction_session_timeout', $2, false), set_config('role', coalesce($3, current_setting('role')), false)`,
    [String(statementTimeout), String(serverLimits.idleTransaction), role],
  );
  if (rows[0]?.standby) {
    throw new IsStandby(
      'This PostgreSQL is a standby, which accepts no writes: connect to the primary',
    );
  }
}

/**
 * Milliseconds of silence before the system probes the other end of an idle connection, ten times within ten
 * seconds.
 */
const idleBeforeAsking = 5_000;

/** For every connection that may be idle for long. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: idleBeforeAsking };

/**
 * Closes a connection immediately when the signal is aborted: for work that can be abandoned when the server
 * stops.
 */
export function cutWhenAborted(client: pg.ClientBase, signal: AbortSignal): void {
  // `pg` does not type it.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  const cut = () => stream.destroy(new Error('The server is stopping'));
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  stream.once('close', () => signal.removeEventListener('abort', cut));
}

/**
 * Closes a connection if a statement gets no answer for that many milliseconds: a silent host closes nothing,
 * and Node can't set TCP_USER_TIMEOUT. Nothing is cancelled: a cancelled COMMIT that waits for its standby
 * would report success.
 */
export function cutWhenSilent(client: pg.ClientBase, longest: number): void {
  // `pg` has no types for these on a pool's clients.
  const watched = client as pg.ClientBase & {
    connection: { stream: Socket };
    readyForQuery: boolean;
  };
  const { stream } = watched.connection;
  stream.setTimeout(longest, () => {
    if (watched.readyForQuery) return;
    const silent = new Error('The database stopped answering');
    stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
  });
}
