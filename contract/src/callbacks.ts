import * as z from 'zod/mini';
import { Note } from './text/note.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome, pageOf, pageQuery } from './wire/paging.ts';

export const callbackTimes = {
  /** Days without an answer after which a call-back is closed. */
  noAnswerDays: 3,
  /** How long a number is reserved for the reviewer who requested it. */
  callMinutes: 10,
  /** How many last days of an agent are reviewed again after a call-back denies a visit. */
  reviewAgainDays: 7,
} as const;

/** The result of one call, in the order of the screens. */
export const callbackResults = [
  'confirms',
  'denies_visit',
  'differs',
  'no_answer',
  'wrong_number',
] as const;
export type CallbackResult = (typeof callbackResults)[number];

/** Each result in the words of the screens. */
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
  /** Drawn by the server, or requested by a reviewer. */
  because: z.enum(['sample', 'asked']),
  asked_at: z.string(),
  asked_by: z.nullable(z.string()),
  /** Null while it is open. */
  closed_at: z.nullable(z.string()),
  /** The admin who requested the number within the last minutes. */
  calling: z.nullable(z.object({ by: z.string(), by_id: z.number(), until: z.string() })),
  calls: z.array(CallbackCall),
});
export type Callback = z.infer<typeof Callback>;

/** A call-back's row in the list. */
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

/** The open call-backs, oldest first, or the closed ones, latest first. */
export const listCallbacks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/callbacks/',
  access: 'admin',
  query: z.object({ ...pageQuery, state: z._default(z.enum(['open', 'closed']), 'open') }),
  response: pageOf(CallbackSummary),
});

/** Requests a call-back to the person who was met. A closed one is opened again. */
export const askCallback = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/ask/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});

/**
 * Shows the number of a verification's applicant for ten minutes, and requests the call-back if there is
 * none. Each view is audited. 409 `claim_lost` while a colleague is calling.
 */
export const showNumber = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/number/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ mobile_number: z.string(), until: z.string() }),
});

/** Records the result of a call. 409 `callback_closed` without an open call-back, `claim_lost` while a colleague is calling. */
export const recordCallback = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/:id/callbacks/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ result: z.enum(callbackResults, 'Choose a result.'), note: Note }).check(
    z.refine(({ result, note }) => result !== 'differs' || note !== '', {
      path: ['note'],
      error: 'Say in the note what differs.',
    }),
  ),
  response: Outcome,
});
