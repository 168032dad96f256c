import * as z from 'zod/mini';
import { Note } from './text/note.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome } from './wire/paging.ts';

export const disputeReasons = [
  'decision',
  'facts',
  'not_visited',
  'photos',
  'late',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export const disputeReasonLabels: Record<DisputeReason, string> = {
  decision: 'The decision is wrong',
  facts: 'Facts of the report are wrong',
  not_visited: 'The applicant was not visited',
  photos: 'Photos are unclear or wrong',
  late: 'The report came late',
  other: 'Other',
};

export const Dispute = z.object({
  at: z.string(),
  by: z.string(),
  because: z.enum(disputeReasons),
  note: z.string(),
});
export type Dispute = z.infer<typeof Dispute>;

/** Records that the lender disputes a verification. The decision does not change. */
export const recordDispute = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/:id/disputes/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ because: z.enum(disputeReasons, 'Choose a reason.'), note: Note }).check(
    z.refine(({ because, note }) => because !== 'other' || note !== '', {
      path: ['note'],
      error: 'Write in the note what the lender disputes.',
    }),
  ),
  response: Outcome,
});
