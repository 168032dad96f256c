import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome } from './wire/paging.ts';

const params = z.object({ id: Id });

export const reviewTimes = {
  /** How long reviewers can undo their own decision or send-back. */
  undoDecisionSeconds: 60,
  /** After this, a claim ends unless the reviewer's screen renews it. */
  claimSeconds: 180,
  claimRenewSeconds: 30,
  /** After this, a skipped verification is offered again to the reviewer who skipped it. */
  skipMinutes: 10,
} as const;

/** Second looks are counted for each caller separately, so not beyond this. */
export const mostLooksCounted = 1_000;

/**
 * How many verifications wait for review, how many of them the caller has claimed, and how many still lack
 * photos.
 */
export const ReviewQueue = z.object({
  waiting: z.number(),
  mine: z.number(),
  incomplete: z.number(),
  /**
   * The waiting verifications that are decided, but reviewed again after a call-back denied another visit
   * of their agent.
   */
  again: z.optional(z.number()),
  /** Open call-backs. */
  callbacks: z.optional(z.number()),
  /** Second looks that the caller can give, {@link mostLooksCounted} at most. */
  second_looks: z.optional(z.number()),
  /** Different decisions that the caller can settle, counted as far as well. */
  differences: z.optional(z.number()),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

export const reviewQueue = defineEndpoint({
  method: 'GET',
  path: '/api/v1/review/queue/',
  access: 'admin',
  response: ReviewQueue,
});

/**
 * Claims the caller's next verification and the one after it, in this order; empty if nothing waits. `after`
 * is the verification on the caller's screen: it stays claimed and is not in the answer. Their other claims
 * are released.
 */
export const nextCases = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/next/',
  access: 'admin',
  body: z.strictObject({ after: z.optional(z.int().check(z.positive())) }),
  response: z.object({ verification_ids: z.array(z.number()) }),
});

/**
 * Claims a verification, or renews the claim, while it is on the caller's screen. 409 `claim_lost` if a
 * colleague has claimed it.
 */
export const renewClaim = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/keep/',
  access: 'admin',
  params,
  response: z.object({ expires_at: z.string() }),
});

/** Releases a claim; with `skip=true` the verification is not offered to the caller for ten minutes. */
export const releaseClaim = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/review/:id/',
  access: 'admin',
  params,
  query: z.object({ skip: z.optional(z.literal('true', 'skip can be true')) }),
  response: Outcome,
});

/**
 * Undoes the caller's own decision within 60 seconds, if no report was issued and nothing else happened
 * since. The caller gets the claim back.
 */
export const undoDecision = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/undo/',
  access: 'admin',
  params,
  response: Outcome,
});

/**
 * A verification that is not offered to the caller, and why: photos on their way, skipped by the caller, or
 * on a colleague's screen.
 */
const UnavailableCase = z.object({
  verification_id: z.number(),
  applicant: z.string(),
  why: z.enum(['photos', 'skipped', 'colleague']),
  /** Since when; for a skipped one, when it is offered again. */
  at: z.string(),
  image_count: z.number(),
  photos_expected: z.number(),
  colleague: z.nullable(z.string()),
});

/**
 * The caller's day on the desk, and the team's pace. Medians of the seconds from display to decision; null if
 * there are none.
 */
export const ReviewDay = z.object({
  decided: z.number(),
  sent_back: z.number(),
  median_seconds: z.nullable(z.number()),
  team_median_seconds: z.nullable(z.number()),
  elsewhere: z.array(UnavailableCase),
});
export type ReviewDay = z.infer<typeof ReviewDay>;

export const reviewDay = defineEndpoint({
  method: 'GET',
  path: '/api/v1/review/day/',
  access: 'admin',
  response: ReviewDay,
});
