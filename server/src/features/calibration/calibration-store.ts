import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Pairs } from './kappa.ts';

/** The months of a calibration: their first moments by the provider's clock, and the first of them. */
export interface Period {
  starts: readonly string[];
  from: string;
}

/** Cases of a month, counted from 1, and those of them that count for the share. */
export interface Share {
  month: number;
  cases: number;
  hits: number;
}

/** The median of a month; of all months where `month` is null. */
export interface Time {
  month: number | null;
  cases: number;
  seconds: number | null;
}

export type MonthPairs = Pairs & { month: number };

/** The figures of a person; each is one statement. */
export interface PersonFigures {
  pairs: (db: Db, id: number, period: Period) => Promise<MonthPairs[]>;
  sentBack: (db: Db, id: number, period: Period) => Promise<Share[]>;
  dismissed: (db: Db, id: number, period: Period) => Promise<Share[]>;
  callbacks: (db: Db, id: number, period: Period) => Promise<Share[]>;
  time: (db: Db, id: number, period: Period) => Promise<Time[]>;
}

export function findPerson(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'is_admin'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The month of a moment, counted from 1. Writing it in a time zone took most of the time for 200,000 rows. */
export const monthOf = (moment: RawBuilder<unknown>, { starts }: Period) =>
  sql<number>`width_bucket(${moment}, ${starts}::timestamptz[])`;

/**
 * Whether a dismissed finding `f` of a verification `v` was right after all. Later the person met denied the
 * visit, or someone else decided negative or sent the case back.
 */
export const wasRight = sql<boolean>`(
  v.admin_decision = 'negative' and v.decided_at > f.dismissed_at and v.decided_by <> f.dismissed_by
  or exists (select from send_backs b where b.verification_id = v.id and b.at > f.dismissed_at and b.by_id <> f.dismissed_by)
  or exists (select from callback_calls c where c.verification_id = v.id and c.at > f.dismissed_at and c.result = 'denies_visit'))`;

/** The second decision of a look: the first one of its reviewer, who learned from it whether both agreed. */
export const blindDecision = sql`case when undone_by = second_by then undone_decision else second_decision end`;

/** The calls about verifications `v` that reached the person met. */
export const reached = sql`callback_calls c on c.verification_id = v.id and c.result in ('confirms', 'denies_visit', 'differs')`;
