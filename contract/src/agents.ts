import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { visitOutcomes } from './visits/outcomes.ts';
import { isoDate, Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { list, text } from './wire/inputs.ts';
import { Id } from './wire/paging.ts';

/** Tasks that an agent is expected to do in a day; a super admin can set another number. */
export const defaultDailyCapacity = 12;

/** The first 2 to 6 digits of the pin codes that an agent covers. */
const PinPrefix = text(limits.pinCodeDigits).check(
  z.regex(/^[1-9]\d{1,5}$/, 'An area is the first 2 to 6 digits of a pin code'),
);

/** Days on which an agent does not work, both included, in the provider's time zone. */
const Leave = z.strictObject({ from_day: isoDate('from_day'), to_day: isoDate('to_day') }).check(
  z.refine(({ from_day, to_day }) => from_day <= to_day, {
    error: 'The last day is before the first',
    path: ['to_day'],
  }),
);
export type Leave = z.infer<typeof Leave>;

const content = {
  daily_capacity: z
    .int('Enter a whole number')
    .check(z.minimum(1, 'At least 1'), z.maximum(limits.dailyCapacity)),
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

/** Where, when and how much an agent works. */
export const Availability = z.object({ ...content, updated_at: z.string() });
export type Availability = z.infer<typeof Availability>;

export const getAvailability = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/availability/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Availability,
});

/** Replaces all values. A sent `updated_at` must be the last one read; otherwise 409. */
export const changeAvailability = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/agents/:id/availability/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: Availability,
});

/** The agents who are on leave today, with the last day of that leave. */
export const agentsOnLeave = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/on-leave/',
  access: 'admin',
  response: z.object({ results: z.array(z.object({ id: z.number(), to_day: z.string() })) }),
});

/** The days of {@link getAgentWork}, today included. */
export const agentWorkDays = 28;

/** One day of an agent: the verifications submitted that day, and their results. */
const WorkDay = z.object({
  day: z.string(),
  visits: z.number(),
  /** The mean time from the assignment to the submission; null if there are none. */
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
  /** Open tasks that are due today and not late yet. Both are absent without a lender. */
  due_today: z.optional(z.number()),
  late: z.optional(z.number()),
  /** When one of the agent's open sessions was last used; null if there is none. */
  last_seen: z.nullable(z.string()),
  /** The phone that the agent registered last. */
  phone: z.nullable(z.string()),
  /** Visits with photos still on the phone, and when the oldest of them arrived. */
  to_send: z.object({ count: z.number(), since: z.nullable(z.string()) }),
  /** Today's visits, attempts included, the earliest first. */
  today: z.array(
    z.object({
      applicant_id: z.number(),
      applicant: z.string(),
      outcome: z.enum(visitOutcomes),
      is_final: z.boolean(),
      at: z.string(),
    }),
  ),
  /** The last days, also those without a visit, the oldest first. */
  days: z.array(WorkDay),
});
export type AgentWork = z.infer<typeof AgentWork>;

/** Returns an agent's open tasks, today's work, and the last 28 days. */
export const getAgentWork = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agents/:id/work/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: AgentWork,
});
