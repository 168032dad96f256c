import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Uuid } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

export const OpenSession = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** Lists the current session first, and then the caller's other sessions by last use, latest first. */
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions/',
  access: 'session',
  response: z.object({ success: z.literal(true), sessions: z.array(OpenSession) }),
});

/** Answers 404 for another user's session. */
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:id/',
  access: 'session',
  params: z.object({ id: Uuid }),
  response: Outcome,
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/sessions/end-others/',
  access: 'session',
  response: z.object({ success: z.literal(true), message: z.string(), ended: z.number() }),
});
