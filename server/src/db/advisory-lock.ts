import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Locks of the whole database, for work that one of several servers and commands does at a time. `files` is held by
 * whoever deletes files of the photo store, and by a backup from its snapshot until it has the files that this names.
 */
export type Work = 'retention' | 'backup' | 'files' | 'places' | 'mail';
export const lockName = (work: Work): string => `doorstep.${work}`;

/** Runs work unless another server or connection holds the lock; then undefined. */
export function unlessBusy<T>(
  db: Kysely<Database>,
  what: Work,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const lock = sql`hashtext(${lockName(what)})`;
    const { rows } = await sql<{
      held: boolean;
    }>`select pg_try_advisory_lock(${lock}) as held`.execute(connection);
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}
