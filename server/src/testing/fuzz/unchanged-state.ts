import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * What refused requests may write: the audit of them, and what counts attempts, uses and sessions. Stored sums are
 * rolled up in the background; what they count shows in the tables themselves.
 */
const bookkeeping =
  /^(audit.*|sign_in_.*|sessions|refresh_tokens|kysely_.*|.*_counts|.*_count_changes|applicant_blocks|changes_rolled_up)$/;

/** Tables whose rows a job changes after the request that added them: only their number is compared. */
const changedByJobs = /^(exports|report_archives)$/;

/** A word for each table that changes with any row added, changed or removed. */
export async function unchangedState(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(
    db,
  );
  const parts = tables
    .filter(({ name }) => !bookkeeping.test(name))
    .map(
      // A row's xmin is the transaction that wrote it last.
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
