import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * The locks for work that only one server or command may do at a time. The lock `files` prevents the deletion
 * of files during a backup. Retention and `sweepBlobs` take it before they delete files. A backup holds it
 * from its snapshot until it has copied the snapshot's files.
 */
export type Work = 'retention' | 'backup' | 'files' | 'places' | 'mail' | 'push';
export const lockName = (work: Work): string => `doorstep.${work}`;

export function runUnlessLocked<T>(
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
