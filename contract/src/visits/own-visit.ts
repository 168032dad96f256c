import * as z from 'zod/mini';
import { decisions } from '../verifications.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Uuid } from '../wire/inputs.ts';
import { photoSubjects, skipReasons } from './manifest.ts';
import { visitOutcomes } from './outcomes.ts';
import { receiptStates } from './phone.ts';
import { Signature } from './signature.ts';
import { Statement } from './statement.ts';

/** A visit, as shown to the agent who made the visit. Times are by the server's clock. */
export const OwnVisit = z.object({
  visit_id: z.string(),
  state: z.enum(receiptStates),
  application_id: z.string(),
  name: z.string(),
  address: z.string(),
  pin_code: z.string(),
  visit_type: z.string(),
  outcome: z.nullable(z.enum(visitOutcomes)),
  is_final: z.boolean(),
  try_again_at: z.nullable(z.string()),
  arrived_at: z.nullable(z.string()),
  left_at: z.nullable(z.string()),
  received_at: z.string(),
  overall_observation: z.nullable(z.enum(decisions)),
  facts: z.record(z.string(), z.string()),
  statement: Statement,
  /** The photos that have arrived. Their links are relative and signed, and they expire. */
  photos: z.array(
    z.object({
      sha256: z.string(),
      shows: z.string(),
      captured_at: z.nullable(z.string()),
      url: z.string(),
      thumbnail_url: z.string(),
    }),
  ),
  photos_expected: z.number(),
  signature: z.optional(z.nullable(Signature)),
  photos_skipped: z.array(z.object({ shows: z.enum(photoSubjects), reason: z.enum(skipReasons) })),
});
export type OwnVisit = z.infer<typeof OwnVisit>;

export const getOwnVisit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/visits/:id/',
  access: 'agent',
  params: z.object({ id: Uuid }),
  response: OwnVisit,
});
