import { sql } from 'kysely';
import { connect, prepared } from '../../../server/src/db/connection.ts';

/**
 * Throws if PgBouncer passes on a lock or a named statement from one client to the next. Must run before any
 * other client connects, so that both of its clients get the same connection.
 */
export async function checkPooler(connectionString: string): Promise<void> {
  const pids: (number | undefined)[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const db = connect({ connectionString, max: 1 });
    try {
      const { rows } = await sql<{ pid: number; names: number; lock: boolean }>`
        select pg_backend_pid() as pid, (select count(*) from pg_prepared_statements) as names,
          exists (select from pg_locks where locktype = 'advisory') as lock`.execute(db);
      const [found] = rows;
      if (found?.names !== 0 || found.lock)
        throw new Error('The pooler passed on another client’s state');
      pids.push(found.pid);
      await sql`select ${prepared} pg_advisory_lock(1)`.execute(db);
      const { rows: kept } = await sql<{ names: number; lock: boolean }>`
        select (select count(*) from pg_prepared_statements) as names,
          exists (select from pg_locks where locktype = 'advisory') as lock`.execute(db);
      if (kept[0]?.names !== 1 || !kept[0].lock)
        throw new Error('The named statement or the lock was not kept');
    } finally {
      await db.destroy();
    }
  }
  if (pids[0] !== pids[1]) throw new Error('The pooler opened a second connection');
}
