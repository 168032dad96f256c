import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { visitOutcomes } from './outcomes.ts';
import { receiptStates } from './phone.ts';

/** The number of days that {@link getOwnWeek} covers, including today. */
export const ownWeekDays = 7;

/** The maximum number of visits that {@link getOwnWeek} returns. If there are more, it returns the newest. */
export const mostOwnWeekVisits = 200;

/** Times are by the server's clock. */
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
  /** The last send-back of the visit, even after the visit was repeated. */
  sent_back: z.nullable(
    z.object({ at: z.string(), reasons: z.array(z.string()), note: z.string() }),
  ),
});

export const OwnWeek = z.object({
  /** The first day of the week that ends today, in the provider's time zone. */
  from_day: z.string(),
  /** The visits that the office has received since `from_day`, sorted by `at`, newest first. */
  visits: z.array(OwnWeekVisit),
  has_more: z.boolean(),
});
export type OwnWeek = z.infer<typeof OwnWeek>;

export const getOwnWeek = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/week/',
  access: 'agent',
  response: OwnWeek,
});
