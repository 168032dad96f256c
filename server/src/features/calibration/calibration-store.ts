import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Pairs } from './kappa.ts';

/** The start of each month in the provider's time zone. `from` is the start of the first month. */
export interface Period {
  starts: readonly string[];
  from: string;
}

/** `month` 1 is the first month of the period. */
export interface Share {
  month: number;
  cases: number;
  hits: number;
}

/** `seconds` is the median in a month, or in all months together if `month` is null. */
export interface Time {
  month: number | null;
  cases: number;
  seconds: number | null;
}

export type MonthPairs = Pairs & { month: number };

export function findPerson(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'is_admin'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns the number of the month that contains a moment, counted from 1. Compares the moment with the start
 * of each month, because converting 200,000 rows to a time zone would take most of the query's time.
 */
export const monthOf = (moment: RawBuilder<unknown>, { starts }: Period) =>
  sql<number>`width_bucket(${moment}, ${starts}::timestamptz[])`;

/**
 * Whether a dismissed finding `f` of a verification `v` was right after all. A finding was right if the
 * person whom the agent met denied the visit in a later call-back. It was also right if another admin later
 * decided negative or sent the verification back.
 */
export const wasRight = sql<boolean>`(
  v.admin_decision = 'negative' and v.decided_at > f.dismissed_at and v.decided_by <> f.dismissed_by
  or exists (select from send_backs b where b.verification_id = v.id and b.at > f.dismissed_at and b.by_id <> f.dismissed_by)
  or exists (select from callback_calls c where c.verification_id = v.id and c.at > f.dismissed_at and c.result = 'denies_visit'))`;

/**
 * The first answer of the second reviewer. A later answer is not blind, because the reviewer has learned
 * whether the two decisions agree.
 */
export const blindDecision = sql`case when undone_by = second_by then undone_decision else second_decision end`;

export const reached = sql`callback_calls c on c.verification_id = v.id and c.result in ('confirms', 'denies_visit', 'differs')`;
