import * as z from 'zod/mini';
import { Match } from '../applicants/matches.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id, pageOf, pageQuery } from '../wire/paging.ts';

/** How long an upload can be undone. */
export const undoUploadDays = 7;

/** The most applicants that are listed as staying. */
export const keptNamed = 100;

export const Upload = z.object({
  id: z.number(),
  file_name: z.string(),
  created_at: z.string(),
  uploaded_by: z.object({ id: z.number(), name: z.string() }),
  total_records: z.number(),
  successful: z.number(),
  failed: z.number(),
  /** Whether the reader can still download the failed rows. */
  has_failed_rows: z.optional(z.boolean()),
  /** A tried one has no counts, and is listed until its file is deleted. */
  state: z.enum(['tried', 'taken', 'undone']),
  /** Null if there is nothing left to undo. */
  undo_until: z.nullable(z.string()),
  /** The saved mapping by which it was read, and its version of then. */
  mapping: z.optional(z.nullable(z.object({ id: z.number(), name: z.string(), version: z.int() }))),
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

/** The most matching applicants that are listed for an upload. */
export const matchedListed = 100;

/** The applicants of an upload that match an earlier application, or one above theirs in the file. */
export const UploadMatches = z.object({
  /** Uploads are compared within seconds after they are stored; until then the list is empty. */
  state: z.enum(['comparing', 'compared']),
  count: z.number(),
  /** The first of them. */
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

/** Why an applicant of an undone upload stays: it has a verification, or a visit that became none. */
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
 * Deletes the applicants of an upload without a visit, assigned ones too, for 7 days. A repetition deletes
 * nothing more and gets the same answer.
 */
export const undoUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/uploads/:id/undo/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: UploadUndone,
});
