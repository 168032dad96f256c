import * as z from 'zod/mini';
import { Photo } from '../photos.ts';
import { Note } from '../text/note.ts';
import { decisions } from '../verifications.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Uuid } from '../wire/inputs.ts';
import { Id, Outcome, pageOf, pageQuery } from '../wire/paging.ts';
import { AgentCall } from './calls.ts';
import { heldReasons } from './held.ts';
import { photoSubjects, skipReasons } from './manifest.ts';
import { visitOutcomes } from './outcomes.ts';
import { Signature } from './signature.ts';
import { Statement } from './statement.ts';

/**
 * `counted`: the visit is an attempt or has a verification. `held`: an admin must settle the visit.
 * `set_aside`: an admin settled the visit without using it.
 */
const visitStandings = ['counted', 'held', 'set_aside'] as const;

export const Visit = z.object({
  id: z.string(),
  applicant_id: z.number(),
  application_id: z.string(),
  applicant: z.string(),
  visit_type: z.string(),
  agent_id: z.number(),
  agent: z.string(),
  /** Null if the visit was sent with `submitVerification`, which has no outcome. */
  outcome: z.nullable(z.enum(visitOutcomes)),
  is_final: z.boolean(),
  try_again_at: z.nullable(z.string()),
  /** `arrived_at` and `left_at` are times by the server's clock. */
  arrived_at: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
  received_at: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  accuracy_m: z.nullable(z.number()),
  place_reason: z.optional(z.string()),
  overall_observation: z.nullable(z.enum(decisions)),
  facts: z.record(z.string(), z.string()),
  statement: Statement,
  photos: z.array(Photo),
  photos_expected: z.number(),
  photos_skipped: z.array(z.object({ shows: z.enum(photoSubjects), reason: z.enum(skipReasons) })),
  /**
   * The answer of the person who was asked to sign. Null if the phone recorded no answer, or if retention
   * deleted the applicant's personal data.
   */
  signature: z.optional(z.nullable(Signature)),
  standing: z.enum(visitStandings),
  held_because: z.nullable(z.enum(heldReasons)),
  /** The colleague who had the task or had already visited when this held visit arrived. Otherwise null. */
  colleague: z.nullable(z.string()),
  colleague_since: z.nullable(z.string()),
  resolved_by: z.nullable(z.string()),
  resolved_at: z.nullable(z.string()),
  resolution_note: z.string(),
  verification_id: z.nullable(z.number()),
});
export type Visit = z.infer<typeof Visit>;

/** Lists the visits that wait for an admin, oldest first. */
export const listHeldVisits = defineEndpoint({
  method: 'GET',
  path: '/api/v1/held-visits/',
  access: 'admin',
  query: z.object(pageQuery),
  response: pageOf(Visit),
});

/**
 * Lists all visits to an applicant, including held and set-aside visits, and all calls of agents to the
 * applicant. Both lists are newest first.
 */
export const listApplicantVisits = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/visits/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ results: z.array(Visit), calls: z.optional(z.array(AgentCall)) }),
});

const visitParams = z.object({ id: Uuid });

/**
 * Makes a held visit count. A final visit gets a verification, and ends the task of the agent who has it now.
 * An attempt gets no verification.
 */
export const useHeldVisit = defineEndpoint({
  method: 'POST',
  path: '/api/v1/held-visits/:id/use/',
  access: 'admin',
  params: visitParams,
  body: z.strictObject({ note: Note }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    verification_id: z.nullable(z.number()),
  }),
});

/** Settles a held visit without using it. The visit stays visible with its applicant. */
export const setAsideHeldVisit = defineEndpoint({
  method: 'POST',
  path: '/api/v1/held-visits/:id/set-aside/',
  access: 'admin',
  params: visitParams,
  body: z.strictObject({ note: Note.check(z.minLength(1, 'Write why the visit is set aside.')) }),
  response: Outcome,
});

/**
 * Takes in a visit from a file that an agent's phone saved, because it could not send the visit. The request
 * is multipart, with the file in the part `file`.
 */
export const takeInVisitFile = defineEndpoint({
  method: 'POST',
  path: '/api/v1/held-visits/file/',
  access: 'admin',
  request: 'multipart',
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    visit_id: z.string(),
    state: z.enum(['received', 'held']),
  }),
  status: 201,
});
