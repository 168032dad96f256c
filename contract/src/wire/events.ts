import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { text } from './inputs.ts';

/** For a `report`, the id is that of its verification. For a `message`, the id is that of its applicant. */
export const changeKinds = ['applicant', 'verification', 'report', 'user', 'message'] as const;

/** Names the record that changed. Clients fetch its content separately. */
export const Change = z.object({
  kind: z.enum(changeKinds),
  /** Null if many records changed together, as in an upload. */
  id: z.nullable(z.number()),
});
export type Change = z.infer<typeof Change>;

export const Changes = z.object({
  changes: z.array(Change),
  /** The id of the last event. Send it as `after` to learn whether there were later events. */
  last_event_id: z.number(),
  /** False if the client may have missed changes. The client must then fetch all its data again. */
  is_complete: z.boolean(),
});
export type Changes = z.infer<typeof Changes>;

/**
 * Answers whether data may have changed after the event `after`. If so, `is_complete` is false. `changes` is
 * empty. With `Accept: text/event-stream`, this answer is the first event of a stream, whose further events
 * contain changes in the order of the audit's hash chain. For a stream, a `Last-Event-ID` header replaces
 * `after`.
 */
export const listEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/events/',
  access: 'admin',
  query: z.object({
    /** Without `after`, `is_complete` is true and the answer has the current `last_event_id`. */
    after: z.optional(
      z.pipe(
        text(40).check(z.regex(/^\d{1,15}$/, 'after must be the number of an event')),
        z.transform(Number),
      ),
    ),
  }),
  response: Changes,
});
