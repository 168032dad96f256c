import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { texts } from '../texts.ts';
import { decisions } from '../verifications/decision.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/**
 * `owed`: the second reviewer has not decided yet. `agreed`: both reviewers made the same decision.
 * `differs`: their decisions differ. `settled`: a super admin decided between two different decisions.
 */
export const secondLookStates = ['owed', 'agreed', 'differs', 'settled'] as const;
export type SecondLookState = (typeof secondLookStates)[number];

/**
 * The number of verifications for which an agent counts as new. If the lender wants second looks, each of
 * them gets one.
 */
export const newAgentVisits = 20;

export const secondLookTexts = {
  waits: 'Decision recorded. It counts when a second reviewer confirms it.',
  /**
   * Used instead of `waits` if the verification already had the same decision. That decision counts
   * meanwhile.
   */
  stays:
    'Decision recorded. A second reviewer also decides. Until then, the earlier decision counts.',
  differs: 'Decision recorded. The first reviewer decided differently, so a super admin decides.',
  alone: 'The decision counts without a second look, because no other reviewer is active.',
} as const;

export const lookReasonLabels = {
  finding: 'Serious finding',
  asked: 'Second look requested',
  new_agent: 'New agent',
  sample: 'Random sample',
} as const;

const Look = z.object({
  by_id: z.number(),
  by: z.string(),
  at: z.string(),
  decision: z.enum(decisions),
  notes: z.string(),
});

export const SecondLook = z.object({
  state: z.enum(secondLookStates),
  /** Whether the caller can make the second decision, or settle two decisions that differ. */
  is_mine: z.boolean(),
  /**
   * Null while the caller must not see the decision. For example, the admin who gives the second decision
   * must not see the first one.
   */
  first: z.nullable(Look),
  second: z.nullable(Look),
  settled: z.nullable(Look),
});
export type SecondLook = z.infer<typeof SecondLook>;

/**
 * Decides like `decideVerification`, and requests a second look. A positive decision then counts only after
 * another reviewer confirms it. If no other admin is active, the decision counts immediately, unless
 * `SECOND_LOOK_ALONE` is `wait`. Answers 409 `second_looks_off` if the lender wants no second looks. Answers
 * 409 `owed_already` if a colleague's decision waits for a second look, or if two differing decisions wait to
 * be settled.
 */
export const askSecondLook = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/second-look/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({
    decision: z.enum(decisions, texts.validation.decision),
    notes: z.optional(text(limits.noteLength).check(z.trim(), withoutAadhaar('notes'))),
    updated_at: z.optional(Moment),
    claim: z.optional(z.boolean()),
  }),
  response: Outcome,
});
