import { type RawBuilder, sql } from 'kysely';
import { type Db, prepared } from '../db/connection.ts';
import { shareRuns } from '../work/share-runs.ts';

/** The minimum time between two statements that look for work, in milliseconds. */
const gap = 350;

/**
 * Makes a job run only if its query in `rows` finds a row. One statement looks for the rows of all jobs,
 * because an idle server would otherwise spend most of its time on transactions that find nothing.
 */
export function waitingWork<Name extends string>(
  db: Db,
  rows: Record<Name, RawBuilder<unknown>>,
): (
  name: Name,
  run: (signal: AbortSignal) => Promise<unknown>,
) => (signal: AbortSignal) => Promise<void> {
  const names = Object.keys(rows) as Name[];
  const columns = names.map(
    (name) => sql`exists (select from (${rows[name]} limit 1) as waiting) as ${sql.ref(name)}`,
  );
  // Builds the statement only once, because an idle server does little else than run it.
  const statement = sql<Record<Name, boolean>>`select ${prepared} ${sql.join(columns)}`.compile(db);
  const share = shareRuns<Set<Name>>(gap);
  const look = async () => {
    const found = await db.executeQuery(statement);
    return new Set(names.filter((name) => found.rows[0]?.[name]));
  };
  return (name, run) => async (signal) => {
    const waiting = await share('', look);
    if (waiting.has(name) && !signal.aborted) await run(signal);
  };
}
