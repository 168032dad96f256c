import * as z from 'zod/mini';
import { Callback } from './callbacks.ts';
import { Clock } from './clock.ts';
import { Dispute } from './disputes.ts';
import { Evidence } from './evidence/findings.ts';
import { evidenceLevels } from './evidence/levels.ts';
import { limits } from './limits.ts';
import { Photo } from './photos.ts';
import { SecondLook, secondLookStates } from './review/second-looks.ts';
import { withoutAadhaar } from './text/aadhaar.ts';
import { texts } from './texts.ts';
import { type Decision, decisionFilters, decisions } from './verifications/decision.ts';
import { visitOutcomes } from './visits/outcomes.ts';
import { Signature } from './visits/signature.ts';
import { Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';
import { countedPageOf, listFilter, Sort } from './wire/list-filters.ts';
import { Id, Outcome, pageOf, pageQuery, Search } from './wire/paging.ts';

export { type Decision, decisions };

export const SentBack = z.object({
  at: z.string(),
  by: z.string(),
  by_id: z.optional(z.number()),
  reasons: z.array(z.string()),
  note: z.string(),
  photos_wanted: z.array(z.string()),
  /** The verification that the repeated visit created. Null until that visit arrives. */
  answered_by: z.nullable(z.number()),
});
export type SentBack = z.infer<typeof SentBack>;

export const AnsweredSendBack = z.extend(z.omit(SentBack, { by_id: true, answered_by: true }), {
  verification_id: z.number(),
});
export type AnsweredSendBack = z.infer<typeof AnsweredSendBack>;

export const VerificationSummary = z.object({
  verification_id: z.number(),
  applicant_ids: z.string(),
  applicant: z.string(),
  agent: z.string(),
  overall_observation: z.enum(decisions),
  admin_decision: z.enum(decisionFilters),
  portfolio_name: z.string(),
  visit_type: z.string(),
  image_count: z.number(),
  submitted_at: z.string(),
  /** Null if no outcome was recorded. */
  outcome: z.optional(z.nullable(z.enum(visitOutcomes))),
  /** The number of visits for this verification, including attempts. */
  tries: z.optional(z.number()),
  /** Until all photos have arrived, this number is higher than `image_count`. */
  photos_expected: z.optional(z.number()),
  sent_back: z.optional(z.nullable(SentBack)),
  /**
   * The highest level of the findings that were not dismissed. Several findings of level `note` count as
   * `look`, and a single one as null. Null unless the decision is pending.
   */
  evidence_level: z.optional(z.nullable(z.enum(evidenceLevels))),
  clock: z.optional(Clock),
  /** The state of the second look that delays the decision. Null unless the decision is pending. */
  second_look: z.optional(z.nullable(z.enum(secondLookStates))),
});
export type VerificationSummary = z.infer<typeof VerificationSummary>;

export const ApplicationDetails = z.object({
  id: z.number(),
  application_id: z.string(),
  name: z.string(),
  mobile: z.string(),
  address: z.string(),
  pin_code: z.string(),
  status: z.string(),
  applicant_type: z.string(),
  portfolio_name: z.string(),
  product_type: z.string(),
  visit_type: z.string(),
  message: z.string(),
  created_at: z.string(),
});
export type ApplicationDetails = z.infer<typeof ApplicationDetails>;

export const AgentDetails = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  is_assigned: z.boolean(),
});
export type AgentDetails = z.infer<typeof AgentDetails>;

export const AdminReviewedDetails = z.object({
  admin_id: z.number(),
  admin_decision: z.enum(decisions),
  decision_date: z.string(),
  decision_notes: z.string(),
  reviewed_by: z.string(),
  reviewed_at: z.string(),
  is_approved: z.boolean(),
});
export type AdminReviewedDetails = z.infer<typeof AdminReviewedDetails>;

/**
 * The fields of the specification that {@link VerificationSummary} lacks. The list of verifications has
 * these fields too, unless the request has `fields=list`.
 */
const specified = {
  neighbour1_name: z.string(),
  neighbour1_address: z.string(),
  neighbour1_feedback: z.string(),
  neighbour2_name: z.string(),
  neighbour2_address: z.string(),
  neighbour2_feedback: z.string(),
  remark: z.string(),
  verification_address: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  image_urls: z.array(z.string()),
  application_details: z.nullable(ApplicationDetails),
  agent_details: z.nullable(AgentDetails),
  admin_reviewed_details: z.nullable(AdminReviewedDetails),
};

const additions = {
  photos: z.array(Photo),
  /** When the verification was last decided, or submitted if it is undecided. */
  updated_at: z.string(),
  /**
   * When the agent arrived, by the server's clock. If the arrival is unknown, when the visit was received.
   * Null if no visit was recorded.
   */
  visited_at: z.optional(z.nullable(z.string())),
  facts: z.optional(z.record(z.string(), z.string())),
  /**
   * The answers of earlier visits that were sent back for this visit. The keys are names of facts and of the
   * statement's fields.
   */
  earlier_answers: z.optional(z.record(z.string(), z.string())),
  /**
   * The signature of this visit, or of an earlier visit that was sent back for this visit. Null if no answer
   * was recorded.
   */
  signature: z.optional(z.nullable(Signature)),
  answers: z.optional(z.nullable(AnsweredSendBack)),
  /** The applicant's latest verification, if it is later than this one. */
  later_verification_id: z.optional(z.nullable(z.number())),
  /** Null if there was never a call-back. */
  callback: z.optional(z.nullable(Callback)),
  disputes: z.optional(z.array(Dispute)),
  /**
   * Null unless a decided verification must be reviewed again. `denied_verification_id` is the verification
   * whose visit a call-back denied.
   */
  review_again: z.optional(
    z.nullable(z.object({ since: z.string(), denied_verification_id: z.number() })),
  ),
  evidence: z.optional(z.nullable(Evidence)),
  /** Whether the evidence checks will soon run, for the first time or again. */
  evidence_due: z.optional(z.boolean()),
  /** Null if there is no second look, or if the caller must not know about it. */
  looked_at: z.optional(z.nullable(SecondLook)),
  /** Whether the lender wants second looks, so that a reviewer can ask for one. */
  can_ask_second_look: z.optional(z.boolean()),
};

export const Verification = z.extend(VerificationSummary, { ...specified, ...additions });
export type Verification = z.infer<typeof Verification>;

/** With `fields=list`, the answer has only the fields of the summary. */
export const ListedVerification = z.extend(
  VerificationSummary,
  z.partial(z.object(specified)).shape,
);
export type ListedVerification = z.infer<typeof ListedVerification>;

export const listVerifications = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/',
  access: 'admin',
  query: z.object({
    ...pageQuery,
    search: Search,
    admin_decision: z.optional(z.enum(decisionFilters)),
    outcome: z.optional(z.enum(visitOutcomes)),
    ...listFilter,
    sort: Sort,
    /**
     * With `list`, results have only the fields that a table row shows. By default, they have all fields of
     * the specification.
     */
    fields: z.optional(z.literal('list', 'fields must be list')),
  }),
  response: countedPageOf(ListedVerification),
});

export const getVerification = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/:id',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Verification,
});

/** Finds an application's latest verification. `visit_type` and `applicant_id` limit the search. */
export const lookupVerification = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/lookup-by-application-id/',
  access: 'admin',
  query: z.object({
    id: text(100).check(z.trim(), z.minLength(1, 'id is required')),
    visit_type: z.optional(text(200).check(z.trim())),
    applicant_id: z.optional(Id),
  }),
  response: z.object({
    success: z.literal(true),
    application_id: z.string(),
    data: z.object({
      application_id: z.string(),
      verification_info: z.omit(Verification, {
        application_details: true,
        agent_details: true,
        admin_reviewed_details: true,
      }),
      applicant_info: z.nullable(ApplicationDetails),
      agent_details: z.nullable(AgentDetails),
      admin_reviewed_details: z.nullable(AdminReviewedDetails),
    }),
  }),
});

/**
 * Sets or replaces the decision and the admin's notes. A decision may need a second look before it counts.
 * Answers 409 if the verification was decided after the `updated_at` that was sent. `claim` means that the
 * caller decides at the review desk. Then answers 409 `claim_lost` if a colleague has the claim, or if the
 * verification was sent back. If a case is on the desk again and the decision there is the same, the stored
 * decision and notes stay.
 */
export const decideVerification = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/admin-decision/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.object({
    decision: z.enum(decisions, texts.validation.decision),
    notes: z.optional(text(limits.noteLength).check(z.trim(), withoutAadhaar('notes'))),
    updated_at: z.optional(Moment),
    claim: z.optional(z.boolean()),
  }),
  response: Outcome,
});

export const listAgentTasks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/tasks/',
  access: 'agent',
  query: z.object(pageQuery),
  response: pageOf(ApplicationDetails),
});
