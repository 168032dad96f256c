import * as z from 'zod/mini';
import { Note } from './text/note.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome, pageOf, pageQuery } from './wire/paging.ts';

export const callbackTimes = {
  /** The number of days with unanswered calls after which a call-back is closed. */
  noAnswerDays: 3,
  /** The time for which a number is reserved for the reviewer who requested it. */
  callMinutes: 10,
  /** The last days of an agent's work that are reviewed again after a call-back denies a visit. */
  reviewAgainDays: 7,
} as const;

/** The results of a call, in the order of the screens. */
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

/** One call to the person who was met. */
export const CallbackCall = z.object({
  at: z.string(),
  by: z.string(),
  result: z.enum(callbackResults),
  note: z.string(),
});
export type CallbackCall = z.infer<typeof CallbackCall>;

/** The call-back of a verification, open or closed, with its calls, oldest first. */
export const Callback = z.object({
  /** `sample`: drawn by the server. `asked`: requested by a reviewer. */
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
  /** The result of the last call; null before the first. */
  result: z.nullable(z.enum(callbackResults)),
});
export type CallbackSummary = z.infer<typeof CallbackSummary>;

/** Lists the open call-backs, oldest first, or the closed call-backs, latest first. */
export const listCallbacks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/callbacks/',
  access: 'admin',
  query: z.object({ ...pageQuery, state: z._default(z.enum(['open', 'closed']), 'open') }),
  response: pageOf(CallbackSummary),
});

/** Requests a call-back to the person who was met, or opens a closed call-back again. */
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
 * Records the result of a call. Answers 409 `callback_closed` if no call-back is open. Answers 409
 * `claim_lost` if the number is reserved for a colleague.
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
