import { type RawBuilder, sql } from 'kysely';

// A row's number begins with its month: said of the number too, what is asked of a time spares the other months.

/** Below it are the rows that were numbered before numbers had a month: they may be of any. */
const undated = 10_000_000_000;

/** Of the audit as `a`: not before the month that a moment is in. */
export const sinceMonthOf = (moment: RawBuilder<unknown>) =>
  sql<boolean>`(a.id >= audit_month(${moment}) or a.id < ${undated})`;

/** Of the audit as `a`: not after the month that a moment is in. */
export const untilMonthOf = (moment: RawBuilder<unknown>) =>
  sql<boolean>`a.id < audit_month(${moment}) + ${undated}`;
