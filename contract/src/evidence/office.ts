import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { Note } from '../text/note.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { record, text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';
import { checkIds, dismissalReasons } from './checks.ts';
import { evidenceLevels } from './levels.ts';

/**
 * Dismisses a finding. The finding stays visible, but is ignored until the check finds something worse.
 * `seen` is the finding as the admin saw it. Answers 409 `already_dismissed` if a colleague has dismissed it,
 * and 409 `outdated` if the finding differs from `seen`.
 */
export const dismissFinding = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/findings/:check/dismiss/',
  access: 'admin',
  params: z.object({
    id: Id,
    check: text(40).check(z.regex(/^[a-z_.]{1,40}$/, 'check must be the id of a check')),
  }),
  body: z
    .strictObject({
      because: z.enum(dismissalReasons, 'Choose a reason.'),
      note: Note,
      seen: z.optional(
        z.strictObject({
          level: z.enum(evidenceLevels),
          sentence: text(5000),
        }),
      ),
    })
    .check(
      z.refine(({ because, note: words }) => because !== 'other' || words !== '', {
        path: ['note'],
        error: 'Write in the note why the finding is dismissed.',
      }),
    ),
  response: Outcome,
});

/** No pin code in India begins with 0. */
export const pinCode = new RegExp(`^[1-9]\\d{${limits.pinCodeDigits - 1}}$`);
const asManyDigits = new RegExp(`^\\d{${limits.pinCodeDigits}}$`);

/**
 * Corrects the pin code of a verification's applicant. `instead_of` is the pin code that was shown. Answers
 * 409 if a colleague has entered a different pin code in the meantime. The applicant's open findings that
 * depend on the pin code are dismissed, and the affected verifications are checked again.
 */
export const correctPinCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/correct-pin-code/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({
    pin_code: text(40).check(z.trim(), z.regex(pinCode, 'pin_code must have six digits')),
    instead_of: text(40).check(z.regex(asManyDigits, 'instead_of must have six digits')),
  }),
  response: Outcome,
});

/** The results of a check in the last 30 days, in its current version and with its current thresholds. */
export const CheckRecord = z.object({
  check: z.enum(checkIds),
  version: z.number(),
  /**
   * When one of the check's thresholds last changed, if that was in these 30 days. Earlier findings are not
   * counted.
   */
  since: z.optional(z.nullable(z.string())),
  fired: z.number(),
  dismissed: z.number(),
  /** Findings that were not dismissed, and whose verification was decided negative or sent back. */
  confirmed: z.number(),
  /**
   * Whether there are at least 50 findings, and more than 80 % of them were dismissed. A dismissal for a
   * wrong pin code in the lender's file does not count.
   */
  asks_to_be_loosened: z.boolean(),
});
export type CheckRecord = z.infer<typeof CheckRecord>;

export const Threshold = z.object({
  name: z.string(),
  /** The checks that use the threshold. Screens show it under the first one. */
  checks: z.array(z.enum(checkIds)),
  says: z.string(),
  unit: z.string(),
  value: z.number(),
  /** The default value. */
  original: z.number(),
  least: z.number(),
  most: z.number(),
  /** The name of the threshold that must not be lower than this one, if any. */
  not_above: z.optional(z.string()),
});
export type Threshold = z.infer<typeof Threshold>;

type Held = Pick<Threshold, 'says' | 'unit' | 'value'>;
const quoted = ({ says, unit, value }: Held) =>
  `“${says}” (${value.toLocaleString('en-US')} ${unit})`;

export const contradictionOf = (low: Held, high: Held): string | undefined =>
  low.value > high.value ? `${quoted(low)} must not be more than ${quoted(high)}.` : undefined;

export const EvidenceSummary = z.object({
  days: z.number(),
  cases: z.number(),
  checks: z.array(CheckRecord),
  thresholds: z.array(Threshold),
  /** The number of the latest change of thresholds, counted from 1. It is 0 before the first change. */
  thresholds_version: z.number(),
  changes: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      by: z.string(),
      /** All thresholds that were not at their default after the change. */
      values: z.record(z.string(), z.number()),
    }),
  ),
});
export type EvidenceSummary = z.infer<typeof EvidenceSummary>;

export const evidenceSummary = defineEndpoint({
  method: 'GET',
  path: '/api/v1/evidence/',
  access: 'superadmin',
  response: EvidenceSummary,
});

/**
 * Changes thresholds by their names. Null restores the default. Answers 400 if a value is out of its bounds,
 * or two thresholds contradict each other. Answers 409 if `version` is no longer the latest
 * `thresholds_version`. Checks that run later use the new values.
 */
export const changeThresholds = defineEndpoint({
  method: 'POST',
  path: '/api/v1/evidence/thresholds/',
  access: 'superadmin',
  body: z.strictObject({
    version: z.int().check(z.gte(0)),
    values: record(text(40), z.nullable(z.int()), 100),
  }),
  response: z.object({ success: z.literal(true), message: z.string(), version: z.number() }),
});
