import * as z from 'zod/mini';

/** `paused` and `stopped` clocks stand still; `stopped` from when the decision is deliverable. */
export const clockStates = ['running', 'paused', 'stopped', 'withdrawn'] as const;

/** What an applicant lacks although 50, 75 or 90 % of its time has passed; `late` after its due time. */
export const clockWarnings = ['unassigned', 'unvisited', 'undecided', 'late'] as const;

/** Running clocks that are late; due later today; due within two hours of working time. */
export const dueFilters = ['late', 'today', '2h'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** An applicant's due time as lists show it. Absent where no rule of a lender applied. */
export const Clock = z.object({
  lender: z.string(),
  due_at: z.string(),
  /** Working time from now to `due_at`, negative after it; from when the clock stopped, if it stands still. */
  minutes_left: z.int(),
  state: z.enum(clockStates),
  /** Null while nothing is late or nearly late, and for a clock that stands still. */
  warning: z.nullable(z.enum(clockWarnings)),
  is_urgent: z.boolean(),
});
export type Clock = z.infer<typeof Clock>;

export const pauseReasons = ['lender_query', 'applicant_asked', 'force_majeure'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** When a rule begins to count: at receipt, or when the next working day opens. */
export const ruleStarts = ['received', 'opening'] as const;

/** What only an applicant's record says of its clock; present where its portfolio has a lender, or a rule was applied. */
export const ClockDetails = z.object({
  lender: z.string(),
  /** When the lender sent the applicant: as entered by hand, else when it was taken in. */
  received_at: z.string(),
  is_received_by_hand: z.boolean(),
  stopped_at: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
  /** The rule as it was when it was applied; null where none was. */
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
