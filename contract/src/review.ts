import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome } from './wire/paging.ts';

const params = z.object({ id: Id });

export const reviewTimes = {
  undoDecisionSeconds: 60,
  /** A claim ends after this time, unless the reviewer's screen renews it. */
  claimSeconds: 180,
  claimRenewSeconds: 30,
  /** A skipped verification is offered to the same reviewer again after this time. */
  skipMinutes: 10,
} as const;

/**
 * The server stops counting second looks at this number. Counting must be fast, because the number differs
 * between callers, so the server counts at each request.
 */
export const mostLooksCounted = 1_000;

/**
 * `mine` counts the verifications that the caller has claimed, and `incomplete` the pending verifications
 * that still lack photos.
 */
export const ReviewQueue = z.object({
  waiting: z.number(),
  mine: z.number(),
  incomplete: z.number(),
  /**
   * Decided verifications that wait for another review, because a call-back denied a visit of the same agent.
   */
  again: z.optional(z.number()),
  callbacks: z.optional(z.number()),
  /** Second looks that the caller can give, at most {@link mostLooksCounted}. */
  second_looks: z.optional(z.number()),
  /** Verifications with two different decisions that the caller can settle, with the same maximum. */
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
 * Claims up to two verifications for the caller, in the order of the queue, and releases the caller's other
 * claims. `after` is the verification on the caller's screen, which stays claimed and is not in the answer.
 * The answer is empty if no verification is free.
 */
export const nextCases = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/next/',
  access: 'admin',
  body: z.strictObject({ after: z.optional(z.int().check(z.positive())) }),
  response: z.object({ verification_ids: z.array(z.number()) }),
});

/**
 * Claims the verification on the caller's screen, or renews the claim. Answers 409 `claim_lost` if a
 * colleague has the claim, and 409 `decided` if the verification no longer waits for the caller.
 */
export const renewClaim = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/keep/',
  access: 'admin',
  params,
  response: z.object({ expires_at: z.string() }),
});

/** With `skip=true`, the verification is not offered to the caller for ten minutes. */
export const releaseClaim = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/review/:id/',
  access: 'admin',
  params,
  query: z.object({ skip: z.optional(z.literal('true', 'skip must be true')) }),
  response: Outcome,
});

/**
 * Undoes the caller's own decision. If the verification waits for a decision again, the server claims it for
 * the caller. Answers 409 `too_late` after 60 seconds, or if the verification or its applicant has changed.
 * Call-backs and disputes don't count as changes. Also answers 409 `too_late` if the decision counts and a
 * report was made or downloaded since.
 */
export const undoDecision = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/undo/',
  access: 'admin',
  params,
  response: Outcome,
});

/**
 * A verification that the desk does not offer to the caller, because photos are missing, the caller skipped
 * it, or a colleague has opened it.
 */
const UnavailableCase = z.object({
  verification_id: z.number(),
  applicant: z.string(),
  why: z.enum(['photos', 'skipped', 'colleague']),
  /**
   * For `photos`, when the verification was submitted. For `colleague`, when the colleague opened it. For
   * `skipped`, when it is offered again.
   */
  at: z.string(),
  image_count: z.number(),
  photos_expected: z.number(),
  colleague: z.nullable(z.string()),
});

/**
 * The caller's work today, and the team's median. `decided` and the medians count only decisions on cases
 * that the desk showed. A median is the seconds from showing a case to its decision. It is null without
 * decisions.
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
