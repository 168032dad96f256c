import * as z from 'zod/mini';

/** Only a `running` clock counts time. A clock is `stopped` once the decision can no longer be undone. */
export const clockStates = ['running', 'paused', 'stopped', 'withdrawn'] as const;

/**
 * The step that is still missing after 50, 75 or 90 % of an applicant's time. `late` means that the due time
 * has passed.
 */
export const clockWarnings = ['unassigned', 'unvisited', 'undecided', 'late'] as const;

/**
 * `late`, `today` (due later today) and `2h` (at most two hours of working time left) match only running
 * clocks. `question` matches clocks that are paused for a question to the lender.
 */
export const dueFilters = ['late', 'today', '2h', 'paused', 'question'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** An applicant's due time and the state of its clock. Absent if no rule of a lender applied. */
export const Clock = z.object({
  lender: z.string(),
  due_at: z.string(),
  /**
   * Working minutes from now to `due_at`, negative if late. If the clock is paused or has ended, the minutes
   * that were left at that moment.
   */
  minutes_left: z.int(),
  state: z.enum(clockStates),
  /** Null if no warning applies, or if the clock is not running. */
  warning: z.nullable(z.enum(clockWarnings)),
  is_urgent: z.boolean(),
});
export type Clock = z.infer<typeof Clock>;

export const pauseReasons = ['lender_query', 'applicant_asked', 'force_majeure'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/**
 * When the time of a rule begins. `received`: when the lender sent the applicant. `opening`: at the start of
 * the next working day.
 */
export const ruleStarts = ['received', 'opening'] as const;

/** Part of the answer of `getApplicant`, if the portfolio has a lender or a rule was applied. */
export const ClockDetails = z.object({
  lender: z.string(),
  /**
   * When the lender sent the applicant. This is the time of the upload, unless an admin entered another time.
   */
  received_at: z.string(),
  is_received_by_hand: z.boolean(),
  stopped_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
  /** The rule as it was when it was applied. Null if no rule was applied. */
  rule: z.nullable(
    z.object({
      minutes: z.int(),
      starts: z.enum(ruleStarts),
      product_type: z.nullable(z.string()),
      visit_type: z.nullable(z.string()),
      pin_prefix: z.nullable(z.string()),
      calendar: z.string(),
      valid_from: z.string(),
    }),
  ),
  /** The pauses are sorted oldest first. `to` is null while the clock is paused. */
  pauses: z.array(
    z.object({
      because: z.enum(pauseReasons),
      from: z.string(),
      to: z.nullable(z.string()),
      by: z.string(),
    }),
  ),
});
export type ClockDetails = z.infer<typeof ClockDetails>;
