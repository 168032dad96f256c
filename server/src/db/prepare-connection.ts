import type { Socket } from 'node:net';
import type pg from 'pg';
import { serverLimits } from '../limits.ts';

export interface Connection extends pg.PoolConfig {
  /** The role that each connection works as, if it differs from the role that logs in. */
  role?: string;
}

/** Thrown for a connection to a standby, for example during a failover. */
export class IsStandby extends Error {}

/** Sets up a connection by a statement, because PgBouncer rejects settings in the first message. */
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
 * The milliseconds without traffic before the operating system probes the other end. The operating system
 * sends up to ten probes, one a second.
 */
const idleBeforeAsking = 5_000;

export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: idleBeforeAsking };

/**
 * Closes the connection when `signal` aborts, even in the middle of a statement. Use this only for work that
 * may be abandoned when the server stops.
 */
export function cutWhenAborted(client: pg.ClientBase, signal: AbortSignal): void {
  // `pg` has no type for `connection`.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  const cut = () => stream.destroy(new Error('The server is stopping'));
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  stream.once('close', () => signal.removeEventListener('abort', cut));
}

/**
 * Closes a connection if a statement gets no answer within `longest` milliseconds. A host that has crashed
 * closes no connection, and Node can't set TCP_USER_TIMEOUT. The statement is not cancelled, because a
 * cancelled COMMIT that waits for its standby would report success.
 */
export function cutWhenSilent(client: pg.ClientBase, longest: number): void {
  // `pg` has no types for these fields.
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
