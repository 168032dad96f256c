import * as z from 'zod/mini';
import { Applicant } from '../applicants.ts';
import { pauseReasons } from '../clock.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id } from '../wire/paging.ts';

const seen = { updated_at: z.optional(Moment) };

/**
 * Answers 409 `no_clock` if the applicant has no due time. Answers 409 `clock_stopped` if the clock is not
 * running, or will stop within a minute because of a decision.
 */
export const pauseClock = defineEndpoint({
  method: 'POST',
  path: '/api/v1/applicants/:id/pause/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ because: z.enum(pauseReasons, 'Choose a reason.'), ...seen }),
  response: Applicant,
});

/**
 * Ends a pause. The due time moves later by the working time that passed during the pause. A pause that began
 * after the due time does not move the due time. Answers 409 `not_paused` if the clock is not paused.
 */
export const resumeClock = defineEndpoint({
  method: 'POST',
  path: '/api/v1/applicants/:id/resume/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject(seen),
  response: Applicant,
});

const changes = {
  is_urgent: z.optional(z.boolean()),
  /** When the lender sent the applicant. Null means the time of the upload. A change recalculates the due time. */
  received_at: z.optional(
    z.nullable(Moment.check(z.regex(/^2/, 'received_at must be in the year 2000 or later'))),
  ),
  /** A withdrawal stops the clock. */
  is_withdrawn: z.optional(z.boolean()),
};

/**
 * Changes only the values that were sent. Answers 409 `no_clock` if the applicant has no due time, unless
 * `received_at` is sent and the portfolio has a lender. Answers 409 `clock_stopped` if `received_at` is sent
 * and the decision can no longer be undone.
 */
export const changeClock = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/applicants/:id/clock/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...changes, ...seen }).check(
    z.refine(
      (body) => Object.keys(changes).some((name) => body[name as keyof typeof body] !== undefined),
      {
        error: `Send at least one of ${Object.keys(changes).join(', ')}`,
        when: ({ issues }) => issues.length === 0,
      },
    ),
  ),
  response: Applicant,
});
export type ClockChange = z.output<typeof changeClock.body>;
