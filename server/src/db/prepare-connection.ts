import type { Socket } from 'node:net';
import type pg from 'pg';
import { serverLimits } from '../limits.ts';

/** How a database is reached. */
export interface Connection extends pg.PoolConfig {
  /** The role that each connection works as, where that is not the one that logs in. */
  role?: string;
}

/** Thrown for a connection that led to a standby, as while the primary moves. */
export class IsStandby extends Error {}

/**
 * Sets up a fresh connection. By statements and not in the connection's first message: PgBouncer rejects settings there.
 */
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
    throw new IsStandby('This PostgreSQL is a standby, which takes no writes: name the primary');
  }
}

/** Milliseconds of silence on an idle connection before the system asks whether the other end is there, ten times within ten seconds. */
const idleBeforeAsking = 5_000;

/** For every connection that may be idle for long. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: idleBeforeAsking };

/** Cuts a connection once the signal is aborted, whatever it is at: for work that nobody waits for when the server stops. */
export function cutWhenAborted(client: pg.ClientBase, signal: AbortSignal): void {
  // `pg` does not type it.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  const cut = () => stream.destroy(new Error('The server is stopping'));
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  stream.once('close', () => signal.removeEventListener('abort', cut));
}

/**
 * Cuts a connection on which a statement has had no answer for so many milliseconds: a host that falls silent closes nothing, and Node can't set
 * TCP_USER_TIMEOUT. Nothing is cancelled: a cancelled COMMIT that waits for its standby would say that all is well.
 */
export function cutWhenSilent(client: pg.ClientBase, longest: number): void {
  // `pg` types neither for a pool's clients.
  const watched = client as pg.ClientBase & {
    connection: { stream: Socket };
    readyForQuery: boolean;
  };
  const { stream } = watched.connection;
  stream.setTimeout(longest, () => {
    if (watched.readyForQuery) return;
    const silent = new Error('The database has fallen silent');
    stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
  });
}
