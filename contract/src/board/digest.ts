import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Outcome } from '../wire/paging.ts';

/** The work that waits at the start of a day, counted as on the board. */
export const Digest = z.object({
  late: z.number(),
  /** Running clocks with at most two hours of working time left. */
  due_soon: z.number(),
  held: z.number(),
  given_back: z.number(),
});
export type Digest = z.infer<typeof Digest>;

/**
 * Opens the caller's own digest of the day, in the provider's time zone. The first session that asks on a day
 * gets it, until it is dismissed. Null for every other session, without a lender, and if nothing waits.
 */
export const openDigest = defineEndpoint({
  method: 'POST',
  path: '/api/v1/digest/',
  access: 'adminOwn',
  response: z.object({ digest: z.nullable(Digest) }),
});

/** Dismisses the caller's own digest of the day. */
export const dismissDigest = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/digest/',
  access: 'adminOwn',
  response: Outcome,
});
