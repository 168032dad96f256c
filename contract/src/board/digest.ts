import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Outcome } from '../wire/paging.ts';

export const Digest = z.object({
  late: z.number(),
  /** The number of running clocks with at most two hours of working time left. */
  due_soon: z.number(),
  held: z.number(),
  given_back: z.number(),
});
export type Digest = z.infer<typeof Digest>;

/**
 * Returns the caller's digest of the day, until the caller dismisses it. Each day (in the provider's time
 * zone), only the session that requests the digest first gets it, and the caller's other sessions get null.
 * Also null if there is no lender, or all counts are 0.
 */
export const openDigest = defineEndpoint({
  method: 'POST',
  path: '/api/v1/digest/',
  access: 'adminOwn',
  response: z.object({ digest: z.nullable(Digest) }),
});

export const dismissDigest = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/digest/',
  access: 'adminOwn',
  response: Outcome,
});
