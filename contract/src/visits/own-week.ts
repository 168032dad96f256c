import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { visitOutcomes } from './outcomes.ts';
import { receiptStates } from './phone.ts';

/** The number of days that {@link getOwnWeek} returns, including today. */
export const ownWeekDays = 7;

/** The number of visits that {@link getOwnWeek} returns: the newest ones, at most this many. */
export const mostOwnWeekVisits = 200;

/** A visit of the caller's week. Times are by the server's clock. */
const OwnWeekVisit = z.object({
  visit_id: z.string(),
  state: z.enum(receiptStates),
  name: z.string(),
  visit_type: z.string(),
  outcome: z.nullable(z.enum(visitOutcomes)),
  is_final: z.boolean(),
  /** When the agent arrived, or when the office received the visit if the arrival is unknown. */
  at: z.string(),
  photos: z.number(),
  photos_expected: z.number(),
  /** The reasons why the office last sent the visit back, even after the visit was repeated. */
  sent_back: z.nullable(
    z.object({ at: z.string(), reasons: z.array(z.string()), note: z.string() }),
  ),
});

export const OwnWeek = z.object({
  /** The first day, in the provider's time zone. */
  from_day: z.string(),
  /** The visits that the office has received since `from_day`, newest first. */
  visits: z.array(OwnWeekVisit),
  /** Whether there were more visits than listed. */
  has_more: z.boolean(),
});
export type OwnWeek = z.infer<typeof OwnWeek>;

/** Returns the caller's own visits of the last seven days, with their results. */
export const getOwnWeek = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/week/',
  access: 'agent',
  response: OwnWeek,
});
