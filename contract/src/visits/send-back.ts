import * as z from 'zod/mini';
import { Note } from '../text/note.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { choices } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';
import { photoSubjects } from './manifest.ts';

/** A reviewer chooses reasons by number key, in this order. */
export const sendBackReasons = [
  'photo_unclear',
  'nameplate_missing',
  'wrong_premises',
  'place_not_at_address',
  'person_not_identified',
  'facts_contradict_photos',
  'neighbour_missing',
  'incomplete_facts',
  'other',
] as const;
export type SendBackReason = (typeof sendBackReasons)[number];

export const sendBackReasonLabels: Record<SendBackReason, string> = {
  photo_unclear: 'Photo unclear',
  nameplate_missing: 'Name plate missing',
  wrong_premises: 'Wrong premises',
  place_not_at_address: 'Phone’s location is not at the address',
  person_not_identified: 'Person not identified',
  facts_contradict_photos: 'Answers contradict the photos',
  neighbour_missing: 'Neighbour missing',
  incomplete_facts: 'Answers incomplete',
  other: 'Other',
};

/**
 * Orders another visit, by default from the same agent. Only an applicant's latest verification can be sent
 * back. If the applicant was sent back twice before, only a super admin can choose the same agent. The answer
 * to other admins is 409 `third_send_back`.
 */
export const sendBackVerification = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/send-back/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z
    .strictObject({
      reasons: choices(sendBackReasons, z.minLength(1, 'Choose a reason.')),
      note: Note,
      photos_wanted: z._default(choices(photoSubjects), []),
      agent_id: z.optional(z.int().check(z.positive())),
      updated_at: z.optional(Moment),
    })
    .check(
      z.refine(({ reasons, note: words }) => !reasons.includes('other') || words !== '', {
        path: ['note'],
        error: 'Write in the note what is wrong.',
      }),
    ),
  response: Outcome,
});

/**
 * Undoes the caller's own send-back, and restores the applicant's previous agent and status. Answers 409
 * `too_late` after 60 seconds, if the agent's phone has fetched the task, or if the verification or the
 * applicant has changed since.
 */
export const undoSendBack = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/send-back/undo/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});
