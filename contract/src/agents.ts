import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { visitOutcomes } from './visits/outcomes.ts';
import { isoDate, Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { list, text } from './wire/inputs.ts';
import { Id } from './wire/paging.ts';

export const defaultDailyCapacity = 12;

const PinPrefix = text(limits.pinCodeDigits).check(
  z.regex(/^[1-9]\d{1,5}$/, 'An area is the first 2 to 6 digits of a pin code'),
);

/** A period of leave, both days included, in the provider's time zone. */
const Leave = z.strictObject({ from_day: isoDate('from_day'), to_day: isoDate('to_day') }).check(
  z.refine(({ from_day, to_day }) => from_day <= to_day, {
    error: 'The last day must not be before the first day',
    path: ['to_day'],
  }),
);
export type Leave = z.infer<typeof Leave>;

const content = {
  daily_capacity: z
    .int('Enter a whole number')
    .check(z.minimum(1, 'Enter 1 or more'), z.maximum(limits.dailyCapacity)),
  areas: list(
    PinPrefix,
    limits.areasPerAgent,
    `An agent has at most ${limits.areasPerAgent} areas`,
    z.refine((areas) => new Set(areas).size === areas.length, 'An area is listed twice'),
  ),
  leave: list(
    Leave,
    limits.leavesPerAgent,
    `An agent has at most ${limits.leavesPerAgent} periods of leave`,
  ),
};

export const Availability = z.object({ ...content, updated_at: z.string() });
export type Availability = z.infer<typeof Availability>;

export const getAvailability = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/availability/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Availability,
});

/**
 * Replaces the agent's areas, leave and daily capacity. Answers 409 if they have changed since the
 * `updated_at` that was sent.
 */
export const changeAvailability = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/agents/:id/availability/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: Availability,
});

export const agentsOnLeave = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/on-leave/',
  access: 'admin',
  response: z.object({ results: z.array(z.object({ id: z.number(), to_day: z.string() })) }),
});

/** The number of days that {@link getAgentWork} returns, including today. */
export const agentWorkDays = 28;

const WorkDay = z.object({
  day: z.string(),
  visits: z.number(),
  /** The mean minutes from the assignment to the submission. Null on a day without a submission. */
  minutes: z.nullable(z.number()),
  sent_back: z.number(),
  /** Serious findings that were not dismissed. */
  findings: z.number(),
});

export const AgentWork = z.object({
  id: z.number(),
  name: z.string(),
  phone_number: z.string(),
  is_active: z.boolean(),
  open: z.number(),
  /** Open tasks that are due today and not late yet. Like `late`, absent if there is no lender. */
  due_today: z.optional(z.number()),
  late: z.optional(z.number()),
  /** When the agent last used an open session. Null without an open session. */
  last_seen: z.nullable(z.string()),
  /** The label of the phone that the agent registered last. Null if there is none. */
  phone: z.nullable(z.string()),
  /**
   * The number of visits that still lack a photo or the signature, and when the server received the oldest of
   * these visits.
   */
  to_send: z.object({ count: z.number(), since: z.nullable(z.string()) }),
  /** Today's visits, including attempts and held visits, earliest first. */
  today: z.array(
    z.object({
      applicant_id: z.number(),
      applicant: z.string(),
      outcome: z.enum(visitOutcomes),
      is_final: z.boolean(),
      at: z.string(),
    }),
  ),
  /** The last {@link agentWorkDays} days, oldest first, including days without a visit. */
  days: z.array(WorkDay),
});
export type AgentWork = z.infer<typeof AgentWork>;

export const getAgentWork = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/work/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: AgentWork,
});
