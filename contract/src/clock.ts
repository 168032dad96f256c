import * as z from 'zod/mini';

/** `paused`, `stopped` and `withdrawn` clocks don't run; `stopped` begins when the decision is deliverable. */
export const clockStates = ['running', 'paused', 'stopped', 'withdrawn'] as const;

/** The step that an applicant lacks after 50, 75 or 90 % of its time; `late` after its due time. */
export const clockWarnings = ['unassigned', 'unvisited', 'undecided', 'late'] as const;

/**
 * Running clocks that are late; due later today; due within two hours of working time. Paused clocks; those paused for a
 * question to the lender.
 */
export const dueFilters = ['late', 'today', '2h', 'paused', 'question'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** An applicant's due time as lists show it. Absent if no rule of a lender applied. */
export const Clock = z.object({
  lender: z.string(),
  due_at: z.string(),
  /** Working time from now to `due_at`, negative after it; from the stop of the clock if it is not running. */
  minutes_left: z.int(),
  state: z.enum(clockStates),
  /** Null while nothing is late or nearly late, and for a clock that is not running. */
  warning: z.nullable(z.enum(clockWarnings)),
  is_urgent: z.boolean(),
});
export type Clock = z.infer<typeof Clock>;

export const pauseReasons = ['lender_query', 'applicant_asked', 'force_majeure'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** When a rule begins to count: at receipt, or when the next working day opens. */
export const ruleStarts = ['received', 'opening'] as const;

/**
 * The clock's details, only in an applicant's record; present if its portfolio has a lender, or a rule was
 * applied.
 */
export const ClockDetails = z.object({
  lender: z.string(),
  /** When the lender sent the applicant: as entered by hand, otherwise when it was uploaded. */
  received_at: z.string(),
  is_received_by_hand: z.boolean(),
  stopped_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
  /** The rule as it was applied; null if none was. */
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
  /** Oldest first; `to` is null while the clock is paused. */
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
