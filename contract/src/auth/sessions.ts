import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Uuid } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

/** An open session: a browser that is signed in. */
export const OpenSession = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** Whether this is the caller's session. */
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The caller's own open sessions: the current one first, then the last used. */
export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions/',
  access: 'session',
  response: z.object({ success: z.literal(true), sessions: z.array(OpenSession) }),
});

/** Ends one of the user's own sessions immediately. Another user's session is a 404. */
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:id/',
  access: 'session',
  params: z.object({ id: Uuid }),
  response: Outcome,
});

/** Ends all of the caller's own sessions except the current one. */
export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/sessions/end-others/',
  access: 'session',
  response: z.object({ success: z.literal(true), message: z.string(), ended: z.number() }),
});
