import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * Tables that rejected requests may change: the audit, and counts of attempts, uses and sessions. Stored
 * counts are merged in the background; the tables themselves show what they count.
 */
const bookkeeping =
  /^(audit.*|sign_in_.*|sessions|refresh_tokens|kysely_.*|.*_counts|.*_count_changes|applicant_blocks|changes_rolled_up|applicant_keys)$/;

/** Tables whose rows a job changes after the request that added them: only their number is compared. */
const changedByJobs =
  /^(exports|uploads|report_archives|daily_exports|deliveries|delivered_verifications)$/;

/** Returns a fingerprint of each table that changes with any added, changed or deleted row. */
export async function unchangedState(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(
    db,
  );
  const parts = tables
    .filter(({ name }) => !bookkeeping.test(name))
    .map(
      // A row's xmin is the last transaction that wrote it.
      ({ name }) => sql`select ${sql.lit(name)} as name,
        count(*) || ':' || ${changedByJobs.test(name) ? sql`0` : sql`coalesce(sum(xmin::text::bigint), 0)`} as word
        from ${sql.table(name)}`,
    );
  const { rows } = await sql<{ name: string; word: string }>`${sql.join(
    parts,
    sql` union all `,
  )}`.execute(db);
  return Object.fromEntries(rows.map(({ name, word }) => [name, word]));
}
