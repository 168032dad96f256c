import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id, pageOf, pageQuery } from '../wire/paging.ts';

/** For which an upload can be undone. */
export const undoUploadDays = 7;

/** The applicants that stay are named up to this number. */
export const keptNamed = 100;

export const Upload = z.object({
  id: z.number(),
  file_name: z.string(),
  created_at: z.string(),
  uploaded_by: z.object({ id: z.number(), name: z.string() }),
  total_records: z.number(),
  successful: z.number(),
  failed: z.number(),
  state: z.enum(['taken', 'undone']),
  /** Null where there is nothing left to undo. */
  undo_until: z.nullable(z.string()),
  undone: z.nullable(z.object({ at: z.string(), by: z.string(), removed: z.number() })),
});
export type Upload = z.infer<typeof Upload>;

/** The uploads of everyone, newest first. */
export const listUploads = defineEndpoint({
  method: 'GET',
  path: '/api/v1/bulk/uploads/',
  access: 'admin',
  query: z.object(pageQuery),
  response: pageOf(Upload),
});

/** Why an applicant of an undone upload stays: its verification was submitted, or a visit was sent that is no verification. */
export const keptReasons = ['visited', 'visit_started'] as const;

export const UploadUndone = z.object({
  success: z.literal(true),
  message: z.string(),
  removed: z.number(),
  kept_count: z.number(),
  /** The first of those that stay. */
  kept: z.array(
    z.object({
      id: z.number(),
      application_id: z.string(),
      applicant_name: z.string(),
      because: z.enum(keptReasons),
    }),
  ),
});
export type UploadUndone = z.infer<typeof UploadUndone>;

/**
 * Deletes the applicants of an upload that nobody visited yet, assigned ones too, for 7 days. Sent again, it deletes nothing
 * more and gets the same answer.
 */
export const undoUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/uploads/:id/undo/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: UploadUndone,
});
