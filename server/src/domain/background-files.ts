import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

type Table = 'exports' | 'report_archives';

/** Whether no server works on a row, because the row has no lease or its lease has expired. */
export const isFree = sql<boolean>`(leased_until is null or leased_until < now())`;

export const leaseFor = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/**
 * Locks a user's requests, so that they are handled one after the other. Returns the number of the user's
 * unfinished files.
 */
export async function lockRequests(db: Db, table: Table, requestedBy: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${requestedBy}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}
    where requested_by = ${requestedBy} and finished_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteRequested(
  db: Db,
  table: Table,
  requestedBy: number,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where requested_by = ${requestedBy} and id = ${id}`.execute(db);
  return numAffectedRows === 1n;
}

export async function deleteExpired(db: Db, table: Table, hours: number): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where finished_at < now() - make_interval(hours => ${hours}::int)`.execute(db);
}

export function describeProgress(
  { leased_until, finished_at }: { leased_until: string | null; finished_at: string | null },
  hours: number,
): { progress: 'waiting' | 'running'; expires_at: string | null } {
  const isRunning = leased_until !== null && Date.parse(leased_until) > Date.now();
  const expires = finished_at && new Date(Date.parse(finished_at) + hours * 3_600_000);
  return {
    progress: isRunning ? 'running' : 'waiting',
    expires_at: expires ? expires.toISOString() : null,
  };
}
