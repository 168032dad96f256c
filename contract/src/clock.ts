import * as z from 'zod/mini';

/**
 * The states of a clock. Only a `running` clock counts time. A clock is `stopped` once the decision can no
 * longer be undone.
 */
export const clockStates = ['running', 'paused', 'stopped', 'withdrawn'] as const;

/** The step that is missing after 50, 75 or 90 % of an applicant's time; `late` after the due time. */
export const clockWarnings = ['unassigned', 'unvisited', 'undecided', 'late'] as const;

/**
 * The filters by clock: late; due later today; due within two hours of working time; paused; paused for a
 * question to the lender. Only running clocks match the first three.
 */
export const dueFilters = ['late', 'today', '2h', 'paused', 'question'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** An applicant's due time in lists. Absent if no rule of a lender applied. */
export const Clock = z.object({
  lender: z.string(),
  due_at: z.string(),
  /**
   * Working minutes from now to `due_at`, negative if late. A clock that is not running counts from the
   * moment when it stopped running.
   */
  minutes_left: z.int(),
  state: z.enum(clockStates),
  /** Null if no warning applies, and for a clock that is not running. */
  warning: z.nullable(z.enum(clockWarnings)),
  is_urgent: z.boolean(),
});
export type Clock = z.infer<typeof Clock>;

export const pauseReasons = ['lender_query', 'applicant_asked', 'force_majeure'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** When the time of a rule begins: at receipt, or when the next working day opens. */
export const ruleStarts = ['received', 'opening'] as const;

/**
 * The details of a clock, only in the applicant's record. Present if the portfolio has a lender, or a rule
 * was applied.
 */
export const ClockDetails = z.object({
  lender: z.string(),
  /** When the lender sent the applicant: entered by hand, otherwise the time of the upload. */
  received_at: z.string(),
  is_received_by_hand: z.boolean(),
  stopped_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
  /** The rule as it was applied; null if no rule applied. */
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
  /** The pauses, oldest first. `to` is null while the clock is paused. */
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
