import * as z from 'zod/mini';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text, Uuid } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

export const callResults = ['reached', 'not_reachable', 'switched_off', 'appointment'] as const;
export type CallResult = (typeof callResults)[number];

export const callResultLabels: Record<CallResult, string> = {
  reached: 'Reached',
  not_reachable: 'Not reachable',
  switched_off: 'Switched off',
  appointment: 'Appointment',
};

/**
 * After this number of unanswered calls in one assignment, an agent may give the task back with the reason
 * `no_answer`.
 */
export const callsBeforeGiveBack = 3;

export const unansweredResults: readonly CallResult[] = ['not_reachable', 'switched_off'];

export const AgentCall = z.object({
  id: z.string(),
  /** The time of the call, by the server's clock. */
  at: z.string(),
  result: z.enum(callResults),
  /** Null unless the result is `appointment`. */
  appointment_at: z.nullable(z.string()),
  by: z.string(),
  assignment_version: z.number(),
});
export type AgentCall = z.infer<typeof AgentCall>;

const SentCall = z
  .strictObject({
    call_id: Uuid,
    assignment_version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
    /** The time of the call, by the phone's estimate of the server's clock. */
    at: Moment,
    result: z.enum(callResults),
    appointment_at: z.nullable(Moment),
  })
  .check(
    z.refine(
      ({ result, appointment_at }) => (result === 'appointment') === (appointment_at !== null),
      {
        path: ['appointment_at'],
        error: 'An appointment needs a time. Other results can’t have a time.',
      },
    ),
  );

/**
 * Records a call, even if the agent no longer has the task. Calls to deleted and anonymised applicants are
 * dropped without an error. `envelope` is the same request as JSON, encrypted with the server's key. A
 * repeated request adds nothing.
 */
export const sendCall = defineEndpoint({
  method: 'POST',
  path: '/api/v1/agent/tasks/:id/calls/',
  access: 'agentSending',
  params: z.object({ id: Id }),
  body: z.union([SentCall, z.strictObject({ envelope: text(4_000).check(z.base64()) })]),
  response: Outcome,
});
