import * as z from 'zod/mini';
import { Match } from '../applicants/matches.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id, pageOf, pageQuery } from '../wire/paging.ts';

export const undoUploadDays = 7;

export const keptNamed = 100;

export const Upload = z.object({
  id: z.number(),
  file_name: z.string(),
  created_at: z.string(),
  uploaded_by: z.object({ id: z.number(), name: z.string() }),
  total_records: z.number(),
  successful: z.number(),
  failed: z.number(),
  /** Whether the caller can still download the failed rows. */
  has_failed_rows: z.optional(z.boolean()),
  /**
   * `tried`: the file had a dry run and was not taken in. Its counts are 0. The upload is listed until its
   * file is deleted.
   */
  state: z.enum(['tried', 'taken', 'undone']),
  /** Null if the upload can't be undone. */
  undo_until: z.nullable(z.string()),
  mapping: z.optional(z.nullable(z.object({ id: z.number(), name: z.string(), version: z.int() }))),
  undone: z.nullable(z.object({ at: z.string(), by: z.string(), removed: z.number() })),
});
export type Upload = z.infer<typeof Upload>;

export const listUploads = defineEndpoint({
  method: 'GET',
  path: '/api/v1/bulk/uploads/',
  access: 'admin',
  query: z.object(pageQuery),
  response: pageOf(Upload),
});

export const matchedListed = 100;

/**
 * The applicants of an upload that match an earlier application, or an application in an earlier row of the
 * file.
 */
export const UploadMatches = z.object({
  /** Until the upload is `compared`, the list is empty. The comparison usually ends within seconds. */
  state: z.enum(['comparing', 'compared']),
  count: z.number(),
  results: z.array(
    z.object({
      id: z.number(),
      application_id: z.string(),
      applicant_name: z.string(),
      matches: z.array(Match),
    }),
  ),
});
export type UploadMatches = z.infer<typeof UploadMatches>;

export const uploadMatches = defineEndpoint({
  method: 'GET',
  path: '/api/v1/bulk/uploads/:id/matches/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: UploadMatches,
});

/**
 * `visited`: the applicant has a verification. `visit_started`: the applicant has a visit that did not become
 * a verification.
 */
export const keptReasons = ['visited', 'visit_started'] as const;

export const UploadUndone = z.object({
  success: z.literal(true),
  message: z.string(),
  removed: z.number(),
  kept_count: z.number(),
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
 * Deletes the applicants of an upload, even assigned ones. Applicants that an agent has visited stay. Works
 * for {@link undoUploadDays} days. A repeated request deletes nothing, and returns the same `removed` as the
 * first request.
 */
export const undoUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/uploads/:id/undo/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: UploadUndone,
});
