import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { text } from './inputs.ts';

/** The kind of record that changed; a report counts as its verification, a message as its applicant. */
export const changeKinds = ['applicant', 'verification', 'report', 'user', 'message'] as const;

/** A change: identifies the record, never its content, which is fetched separately. */
export const Change = z.object({
  kind: z.enum(changeKinds),
  /** Null if many changed together, as in an upload. */
  id: z.nullable(z.number()),
});
export type Change = z.infer<typeof Change>;

export const Changes = z.object({
  changes: z.array(Change),
  /** The last event; send it as `after` to learn whether there were later ones. */
  last_event_id: z.number(),
  /** False after a gap: anything may have changed, and must be fetched again. */
  is_complete: z.boolean(),
});
export type Changes = z.infer<typeof Changes>;

/**
 * Returns whether anything changed after an event. With `Accept: text/event-stream` it streams further
 * changes as server-sent events with the same body, in the order of the audit's chain. A `Last-Event-ID` then
 * counts as `after`.
 */
export const listEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/events/',
  access: 'admin',
  query: z.object({
    /** Without it, only the current `last_event_id` is returned. */
    after: z.optional(
      z.pipe(
        text(40).check(z.regex(/^\d{1,15}$/, 'after must be the number of an event')),
        z.transform(Number),
      ),
    ),
  }),
  response: Changes,
});
