import * as z from 'zod/mini';
import { ruleStarts } from './clock.ts';
import { limits } from './limits.ts';
import { nameWithoutInvisible } from './text/visible-text.ts';
import { isoDate, Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { list, text } from './wire/inputs.ts';
import { Id, Outcome, queryNumber } from './wire/paging.ts';

const condition = text(200).check(
  z.trim(),
  z.minLength(1, 'Enter a text, or null if the condition matches everything'),
);

/**
 * The time that a lender allows until an applicant is decided. A null condition matches everything. If
 * several rules match, the rule with the most conditions applies. docs/domain.md describes ties.
 */
export const TurnaroundRule = z.strictObject({
  product_type: z.nullable(condition),
  visit_type: z.nullable(condition),
  pin_prefix: z.nullable(
    text(limits.pinCodeDigits).check(
      z.regex(
        /^[1-9]\d{0,5}$/,
        'Enter the first 1 to 6 digits of the pin codes, without a leading 0',
      ),
    ),
  ),
  /** Working minutes. */
  minutes: z.int('Enter whole minutes').check(z.minimum(1), z.maximum(limits.turnaroundMinutes)),
  calendar_id: z.int(),
  starts: z.enum(ruleStarts),
  /** The rule applies to applicants that were received on this day or later, in the provider's time zone. */
  valid_from: isoDate('valid_from'),
});
export type TurnaroundRule = z.infer<typeof TurnaroundRule>;

const LenderName = text(100, undefined, { missing: 'Name the lender' }).check(
  z.trim(),
  z.minLength(1, 'Name the lender'),
  nameWithoutInvisible('name'),
);

const ruleKey = ({ product_type, visit_type, pin_prefix, valid_from }: TurnaroundRule) =>
  JSON.stringify([product_type, visit_type, pin_prefix, valid_from]).toLowerCase();

const content = {
  name: LenderName,
  portfolios: list(
    text(200).check(z.trim(), z.minLength(1, 'Name the portfolio')),
    limits.portfoliosPerLender,
    `A lender has at most ${limits.portfoliosPerLender} portfolios`,
    z.refine((names) => new Set(names).size === names.length, 'A portfolio is listed twice'),
  ),
  rules: list(
    TurnaroundRule,
    limits.rulesPerLender,
    `A lender has at most ${limits.rulesPerLender} rules`,
    z.refine(
      (rules) => new Set(rules.map(ruleKey)).size === rules.length,
      'Two rules have the same conditions and the same first day',
    ),
  ),
  /** Whether reports print when the applicant was received, due and decided. */
  prints_times: z._default(z.boolean(), false),
  second_looks: z.optional(z.boolean()),
  /** Whether a report says so if a second reviewer made the same decision. */
  report_second_look: z.optional(z.boolean()),
};

export const Lender = z.object({
  id: z.number(),
  ...content,
  /** The number of undecided applicants in the lender's portfolios. */
  open: z.int(),
  updated_at: z.string(),
});
export type Lender = z.infer<typeof Lender>;

export const LenderRecord = z.object({
  ...Lender.shape,
  /**
   * The number of open applicants that lose their due time if the lender is deleted: the `expected_count` of
   * {@link deleteLender}. Present only with `with=due`.
   */
  due: z.optional(z.int()),
});
export type LenderRecord = z.infer<typeof LenderRecord>;

/** Lists all lenders by name, and the portfolios that have applicants but belong to no lender. */
export const listLenders = defineEndpoint({
  method: 'GET',
  path: '/api/v1/lenders/',
  access: 'admin',
  response: z.object({ results: z.array(Lender), other_portfolios: z.array(z.string()) }),
});

export const getLender = defineEndpoint({
  method: 'GET',
  path: '/api/v1/lenders/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  query: z.object({ with: z.optional(z.enum(['due'], 'with must be due')) }),
  response: LenderRecord,
});

/** Answers 400 if the name is taken, or if a portfolio belongs to another lender. */
export const addLender = defineEndpoint({
  method: 'POST',
  path: '/api/v1/lenders/',
  access: 'superadmin',
  body: z.strictObject(content),
  response: Lender,
  status: 201,
});

/**
 * Replaces the name, portfolios, rules and settings of a lender. The due times stay until {@link applyRules}
 * recalculates them.
 */
export const changeLender = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/lenders/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: Lender,
});

/**
 * Deletes a lender. Its open applicants lose their due times. If their number differs from `expected_count`,
 * answers 409 `count_changed` with the new `count`.
 */
export const deleteLender = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/lenders/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  query: z.object({ expected_count: z.optional(queryNumber('expected_count')) }),
  response: Outcome,
});

export const RulesApplied = z.object({
  /** The number of the lender's open applicants that get another due time, warning time or rule. */
  count: z.int(),
  earlier: z.int(),
  later: z.int(),
  /** The number of applicants that get a due time, and the number that lose theirs. */
  gained: z.int(),
  lost: z.int(),
  /** The first applicants that change. A time is null if there is no due time. */
  examples: z.array(
    z.object({
      id: z.number(),
      application_id: z.string(),
      applicant_name: z.string(),
      due_at: z.nullable(z.string()),
      new_due_at: z.nullable(z.string()),
    }),
  ),
});
export type RulesApplied = z.infer<typeof RulesApplied>;

/**
 * Recalculates the due times of a lender's open applicants by the lender's current rules and calendars. With
 * `dry_run`, nothing changes. Without `dry_run`, `expected_count` must be the `count` of the preview. Answers
 * 409 `count_changed` if this number has changed since.
 */
export const applyRules = defineEndpoint({
  method: 'POST',
  path: '/api/v1/lenders/:id/apply-rules/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z
    .strictObject({
      dry_run: z.optional(z.boolean()),
      expected_count: z.optional(z.int().check(z.nonnegative())),
    })
    .check(
      z.refine(({ dry_run, expected_count }) => dry_run || expected_count !== undefined, {
        error: 'Send the number that the preview showed',
        path: ['expected_count'],
      }),
    ),
  response: RulesApplied,
});
