import * as z from 'zod/mini';
import { applicantStatuses } from './applicants/status.ts';
import { Clock, ClockDetails } from './clock.ts';
import { texts } from './texts.ts';
import { decisionFilters } from './verifications/decision.ts';
import { giveBackReasons } from './visits/give-back.ts';
import { Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';
import { countedPageOf, listFilter, Sort } from './wire/list-filters.ts';
import { Id, Outcome, pageQuery, Search } from './wire/paging.ts';

/** The list *Not Assigned* always loads this many first pages, whichever page is open. */
export const notAssignedPages = 3;

export const AssignedAgent = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  is_admin: z.boolean(),
});
export type AssignedAgent = z.infer<typeof AssignedAgent>;

export const Applicant = z.object({
  id: z.number(),
  applicant_type: z.string(),
  portfolio_name: z.string(),
  product_type: z.string(),
  visit_type: z.string(),
  application_id: z.string(),
  applicant_name: z.string(),
  address: z.string(),
  mobile_number: z.string(),
  pin_code: z.string(),
  message: z.string(),
  status: z.enum(applicantStatuses),
  assigned_agent: z.nullable(AssignedAgent),
  created_at: z.string(),
  updated_at: z.string(),
  clock: z.optional(Clock),
  /** When the oldest unread message of an agent arrived. Absent if the office has read all messages. */
  unread_since: z.optional(z.string()),
});
export type Applicant = z.infer<typeof Applicant>;

export const ApplicantRecord = z.extend(Applicant, {
  clock_details: z.optional(ClockDetails),
  /** The last time that an agent gave the task back. Absent if no agent did, or if an agent is assigned now. */
  given_back: z.optional(
    z.object({
      by: z.string(),
      at: z.string(),
      reason: z.enum(giveBackReasons),
      note: z.string(),
    }),
  ),
  /**
   * The applicant's latest verification. Present if the applicant is `visited` or `submitted`, so that the
   * app can warn before another visit is assigned.
   */
  latest_verification: z.optional(
    z.object({
      id: z.number(),
      agent: z.string(),
      submitted_at: z.string(),
      admin_decision: z.enum(decisionFilters),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
    }),
  ),
});
export type ApplicantRecord = z.infer<typeof ApplicantRecord>;

export const applicantSearchFields = ['id', 'portfolio_name', 'application_id'] as const;

/**
 * The fields that `search_fields` may name. The back office adds the applicant's name only if the user
 * chooses to search names.
 */
export const searchableFields = [...applicantSearchFields, 'applicant_name'] as const;
export type SearchableField = (typeof searchableFields)[number];

/**
 * Ignores unknown names instead of rejecting them, because a client that was made for a different backend may
 * send other fields.
 */
const SearchFields = z.pipe(
  text(200),
  z.transform((joined) => {
    const asked = joined.split(',').map((name) => name.trim());
    return searchableFields.filter((name) => asked.includes(name));
  }),
);

export const applicantFilter = {
  search: Search,
  search_fields: z.optional(SearchFields),
  assigned: z.optional(z.enum(['true', 'false'])),
  status: z.optional(z.enum(applicantStatuses)),
  ...listFilter,
};

export const listApplicants = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/',
  access: 'admin',
  query: z.object({ ...pageQuery, ...applicantFilter, sort: Sort }),
  response: countedPageOf(Applicant),
});

export const getApplicant = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: ApplicantRecord,
});

/**
 * The applicant of another contact point of the same application. `verification_id` is the applicant's latest
 * verification. Null without a verification.
 */
export const RelatedApplicant = z.object({
  id: z.number(),
  applicant_name: z.string(),
  applicant_type: z.string(),
  visit_type: z.string(),
  status: z.enum(applicantStatuses),
  verification_id: z.nullable(z.number()),
  visited_at: z.nullable(z.string()),
});
export type RelatedApplicant = z.infer<typeof RelatedApplicant>;

export const relatedApplicants = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/related/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ results: z.array(RelatedApplicant) }),
});

export const AgentName = text(200, undefined, { missing: texts.validation.agentName }).check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, texts.validation.agentName),
);

/**
 * Assigns the active agent whose full name is `assigned_agent_name`. If several agents have this name,
 * `assigned_agent_id` chooses the agent. If the agent already has the applicant, nothing changes.
 * Otherwise, answers 409 if the applicant has changed since the `updated_at` that was sent.
 */
export const assignAgent = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/applicants/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({
    assigned_agent_name: AgentName,
    assigned_agent_id: z.optional(z.number().check(z.int(), z.positive())),
    updated_at: z.optional(Moment),
  }),
  response: Applicant,
});

export const deleteApplicant = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/applicants/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});
