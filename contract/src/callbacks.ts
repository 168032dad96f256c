import * as z from 'zod/mini';
import { Note } from './text/note.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome, pageOf, pageQuery } from './wire/paging.ts';

export const callbackTimes = {
  /** A call-back is closed after calls on this many different days were not answered. */
  noAnswerDays: 3,
  /** The minutes for which a phone number is reserved for the reviewer who requested it. */
  callMinutes: 10,
  /**
   * If a call-back denies a visit, the agent's decided verifications of the last `reviewAgainDays` days are
   * reviewed again.
   */
  reviewAgainDays: 7,
} as const;

export const callbackResults = [
  'confirms',
  'denies_visit',
  'differs',
  'no_answer',
  'wrong_number',
] as const;
export type CallbackResult = (typeof callbackResults)[number];

export const callbackResultLabels: Record<CallbackResult, string> = {
  confirms: 'Confirms the visit',
  denies_visit: 'Denies the visit',
  differs: 'Something differs',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
};

export const CallbackCall = z.object({
  at: z.string(),
  by: z.string(),
  result: z.enum(callbackResults),
  note: z.string(),
});
export type CallbackCall = z.infer<typeof CallbackCall>;

export const Callback = z.object({
  /** Why the call-back was first opened. `sample`: drawn by the server. `asked`: requested by a reviewer. */
  because: z.enum(['sample', 'asked']),
  asked_at: z.string(),
  asked_by: z.nullable(z.string()),
  /** Null while the call-back is open. */
  closed_at: z.nullable(z.string()),
  /** The admin for whom the number is reserved now, if any. */
  calling: z.nullable(z.object({ by: z.string(), by_id: z.number(), until: z.string() })),
  calls: z.array(CallbackCall),
});
export type Callback = z.infer<typeof Callback>;

export const CallbackSummary = z.object({
  verification_id: z.number(),
  applicant: z.string(),
  portfolio_name: z.string(),
  agent: z.string(),
  visited_at: z.string(),
  ...z.omit(Callback, { calls: true }).shape,
  tries: z.number(),
  /** The result of the last call. Null before the first call. */
  result: z.nullable(z.enum(callbackResults)),
});
export type CallbackSummary = z.infer<typeof CallbackSummary>;

/** Lists open call-backs oldest first, and closed ones latest first. */
export const listCallbacks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/callbacks/',
  access: 'admin',
  query: z.object({ ...pageQuery, state: z._default(z.enum(['open', 'closed']), 'open') }),
  response: pageOf(CallbackSummary),
});

/** Requests a call-back, or opens a closed one again. */
export const askCallback = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/ask/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});

/**
 * Returns the phone number of a verification's applicant, and reserves the number for ten minutes. Requests
 * the call-back if none is open. Each view is audited. Answers 409 `claim_lost` if the number is reserved
 * for a colleague.
 */
export const showNumber = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/number/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ mobile_number: z.string(), until: z.string() }),
});

/**
 * Answers 409 `callback_closed` if no call-back is open, and 409 `claim_lost` if the number is reserved for
 * a colleague.
 */
export const recordCallback = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ result: z.enum(callbackResults, 'Choose a result.'), note: Note }).check(
    z.refine(({ result, note }) => result !== 'differs' || note !== '', {
      path: ['note'],
      error: 'Write in the note what differs.',
    }),
  ),
  response: Outcome,
});
