import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * The tables that are not compared. Rejected requests may change some of them, such as the audit, failed
 * sign-ins and sessions. Background jobs change others, such as the stored counts.
 */
const bookkeeping =
  /^(audit.*|sign_in_.*|sessions|refresh_tokens|kysely_.*|.*_counts|.*_count_changes|applicant_blocks|changes_rolled_up|applicant_keys)$/;

/**
 * The tables whose rows are added by requests and later changed by jobs. Only their number of rows is
 * compared.
 */
const changedByJobs =
  /^(exports|uploads|report_archives|daily_exports|deliveries|delivered_verifications)$/;

export async function unchangedState(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(
    db,
  );
  const parts = tables
    .filter(({ name }) => !bookkeeping.test(name))
    .map(
      // A row's xmin is the id of the last transaction that wrote the row.
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
