import { reviewTimes } from '@doorstep/contract/review';
import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';

/**
 * The time until which the clock of applicants `a` ran. During a pause, this is the start of the pause. After
 * a withdrawal, it is the time of the withdrawal.
 */
export const ranUntil = sql<string | null>`least(a.clock_stopped_at, a.paused_at, a.withdrawn_at)`;

/** Whether the clock of applicants `a` ran at most until the due time. */
export const isInTime = sql<boolean>`${ranUntil} <= a.due_at`;

export interface ReportedTimes {
  receivedAt: string;
  dueAt: string;
  /**
   * The time of the decision that stops the clock, even while this decision can still be undone. Null without
   * such a decision.
   */
  decidedAt: string | null;
  isInTime: boolean | null;
}

/**
 * The times that the report of an applicant `a` prints; null if the lender doesn't want them, or if there
 * is no due time.
 */
export const reportedTimes = sql<ReportedTimes | null>`(
  select json_build_object('receivedAt', ${isoUtc(sql`coalesce(a.received_at, a.created_at)`)}, 'dueAt', ${isoUtc(sql`a.due_at`)},
    'decidedAt', ${isoUtc(sql`a.clock_stopped_at - make_interval(secs => ${reviewTimes.undoDecisionSeconds})`)},
    'isInTime', case when a.clock_stopped_at is not null then ${isInTime} end)
  from lender_portfolios p join lenders l on l.id = p.lender_id
  where p.portfolio_name = a.portfolio_name and l.prints_times and a.due_at is not null)`;
