import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * The tables that rejected requests may change, such as the audit, failed sign-ins and sessions. Tables that
 * jobs change in the background, such as the stored counts, are left out too.
 */
const bookkeeping =
  /^(audit.*|sign_in_.*|sessions|refresh_tokens|kysely_.*|.*_counts|.*_count_changes|applicant_blocks|changes_rolled_up|applicant_keys)$/;

/**
 * The tables in which a job changes a row some time after a request added it. Only the number of their rows
 * is compared.
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
