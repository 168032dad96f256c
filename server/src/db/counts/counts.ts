import { type Kysely, sql } from 'kysely';
import type { Db } from '../connection.ts';
import type { Database } from '../schema.ts';

/**
 * Recounts applicants and verifications. Corrects the stored counts and the search texts of applicants, and
 * returns how many of each were wrong. Writes to a table wait while the table is recounted.
 */
export async function recount(db: Kysely<Database>, timeZone: string) {
  // Uses separate transactions, so that no transaction waits for one table while it locks the other table.
  const applicants = await recountApplicants(db, timeZone);
  const verifications = await sql<{ wrong: number }>`
    select recount_verifications() as wrong`.execute(db);
  const texts = await sql<{ wrong: number }>`select repair_applicant_texts() as wrong`.execute(db);
  return {
    applicants,
    verifications: verifications.rows[0]?.wrong ?? 0,
    texts: texts.rows[0]?.wrong ?? 0,
  };
}

async function recountApplicants(db: Db, timeZone: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select recount_applicants(${timeZone}) as wrong`.execute(db);
  return rows[0]?.wrong ?? 0;
}

export async function countedTimeZone(db: Db): Promise<string> {
  const { time_zone } = await db
    .selectFrom('counted_time_zone')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  return time_zone;
}

/**
 * Recounts applicants by the days of `timeZone`, unless the stored counts already use this time zone. Returns
 * whether a recount was needed.
 */
export async function followTimeZone(db: Kysely<Database>, timeZone: string): Promise<boolean> {
  if ((await countedTimeZone(db)) === timeZone) return false;
  await recountApplicants(db, timeZone);
  return true;
}

export async function rollUpCounts(db: Db): Promise<void> {
  await sql`select roll_up_counts()`.execute(db);
}
