import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome } from './wire/paging.ts';

const params = z.object({ id: Id });

export const reviewTimes = {
  /** In which reviewers can undo their own decision or send-back. */
  undoDecisionSeconds: 60,
  /** After which a claim ends unless the reviewer's screen renews it. */
  claimSeconds: 180,
  claimRenewSeconds: 30,
  /** After which a skipped verification is offered again to the reviewer who skipped it. */
  skipMinutes: 10,
} as const;

/** How many cases wait for review, how many of them the caller holds, and how many still lack photos. */
export const ReviewQueue = z.object({
  waiting: z.number(),
  mine: z.number(),
  incomplete: z.number(),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

export const reviewQueue = defineEndpoint({
  method: 'GET',
  path: '/api/v1/review/queue/',
  access: 'admin',
  response: ReviewQueue,
});

/**
 * Claims the caller's next case and the one after it, in this order; empty when nothing waits. `after` is the case on the
 * caller's screen: it stays theirs and is not among the answer. Their other claims are released.
 */
export const nextCases = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/next/',
  access: 'admin',
  body: z.strictObject({ after: z.optional(z.int().check(z.positive())) }),
  response: z.object({ verification_ids: z.array(z.number()) }),
});

/** Claims this case, or renews the claim, while it is on the caller's screen. 409 `claim_lost` where a colleague has it. */
export const renewClaim = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/keep/',
  access: 'admin',
  params,
  response: z.object({ expires_at: z.string() }),
});

/** Releases the claim of a case; with `skip=true` the case is not offered to the caller for ten minutes. */
export const releaseClaim = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/review/:id/',
  access: 'admin',
  params,
  query: z.object({ skip: z.optional(z.literal('true', 'skip can be true')) }),
  response: Outcome,
});

/**
 * Takes the caller's own decision back, for 60 seconds, as long as no report was issued and nothing else happened since.
 * The case is theirs again.
 */
export const undoDecision = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/undo/',
  access: 'admin',
  params,
  response: Outcome,
});

/** A case that is not offered to the caller now, and why: photos on their way, skipped by the caller, on a colleague's screen. */
const CaseElsewhere = z.object({
  verification_id: z.number(),
  applicant: z.string(),
  why: z.enum(['photos', 'skipped', 'colleague']),
  /** Since when; for a skipped one, when it comes back. */
  at: z.string(),
  image_count: z.number(),
  photos_expected: z.number(),
  colleague: z.nullable(z.string()),
});

/** The caller's day on the desk, and the team's pace. Medians of the seconds from shown to decided; null without any. */
export const ReviewDay = z.object({
  decided: z.number(),
  sent_back: z.number(),
  median_seconds: z.nullable(z.number()),
  team_median_seconds: z.nullable(z.number()),
  elsewhere: z.array(CaseElsewhere),
});
export type ReviewDay = z.infer<typeof ReviewDay>;

export const reviewDay = defineEndpoint({
  method: 'GET',
  path: '/api/v1/review/day/',
  access: 'admin',
  response: ReviewDay,
});
