import { type Kysely, sql } from 'kysely';
import type { Db } from '../connection.ts';
import type { Database } from '../schema.ts';

/** How many of the kept sums, and of the texts that searches read, were found wrong. */
export interface Recounted {
  applicants: number;
  verifications: number;
  texts: number;
}

/** Counts everything anew and mends what is kept; who wants to change something waits meanwhile. */
export async function recount(db: Kysely<Database>, timeZone: string): Promise<Recounted> {
  // One after the other, each on its own: a transaction that holds one table never waits for the other here.
  const applicants = await recountApplicants(db, timeZone);
  const verifications = await sql<{ wrong: number }>`
    select recount_verifications() as wrong`.execute(db);
  const texts = await sql<{ wrong: number }>`select mend_applicant_texts() as wrong`.execute(db);
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

/** The time zone by whose days applicants are counted. */
export async function countedTimeZone(db: Db): Promise<string> {
  const { time_zone } = await db
    .selectFrom('counted_time_zone')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Counts applicants by the days of another time zone, where that is not done yet; answers whether it was needed. */
export async function followTimeZone(db: Kysely<Database>, timeZone: string): Promise<boolean> {
  if ((await countedTimeZone(db)) === timeZone) return false;
  await recountApplicants(db, timeZone);
  return true;
}

/** Adds what changes have appended to the kept sums, so that reading one stays quick. */
export async function rollUpCounts(db: Db): Promise<void> {
  await sql`select roll_up_counts()`.execute(db);
}
