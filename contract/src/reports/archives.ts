import * as z from 'zod/mini';
import { decisionFilters } from '../verifications/decision.ts';
import { isoDate } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text, Uuid } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

/** The time in which a finished archive can be downloaded. */
export const archiveHours = 24;

/**
 * Selects the verifications that match all given values. The dates are days of submission in the provider's
 * time zone.
 */
export const ArchiveFilter = z
  .strictObject({
    admin_decision: z.optional(z.enum(decisionFilters)),
    portfolio_name: z.optional(text(200).check(z.trim(), z.minLength(1))),
    start_date: z.optional(isoDate('start_date')),
    end_date: z.optional(isoDate('end_date')),
  })
  .check(
    z.refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
      path: ['start_date'],
      error: 'start_date must not be after end_date',
    }),
  );
export type ArchiveFilter = z.infer<typeof ArchiveFilter>;

/** Many reports to download as one ZIP file, and the progress of making them. */
export const Archive = z.object({
  id: z.string(),
  filter: ArchiveFilter,
  status: z.enum(['waiting', 'running', 'ready']),
  total: z.number(),
  /** Finished reports. */
  done: z.number(),
  /** Verifications without a report; the list in the file has the reasons. */
  failed: z.number(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When a finished archive is deleted. */
  expires_at: z.nullable(z.string()),
  /** A relative link for the browser, which sends the session cookie. Null until the archive is ready. */
  file_url: z.nullable(z.string()),
});
export type Archive = z.infer<typeof Archive>;

const ArchiveId = z.object({ id: Uuid });

/** Starts an archive of the reports of all verifications that match. */
export const createArchive = defineEndpoint({
  method: 'POST',
  path: '/api/v1/report-archives/',
  access: 'adminOwn',
  body: ArchiveFilter,
  response: Archive,
  status: 201,
});

/** Lists the caller's own archives, newest first. */
export const listArchives = defineEndpoint({
  method: 'GET',
  path: '/api/v1/report-archives/',
  access: 'adminOwn',
  response: z.object({ results: z.array(Archive) }),
});

export const getArchive = defineEndpoint({
  method: 'GET',
  path: '/api/v1/report-archives/:id/',
  access: 'adminOwn',
  params: ArchiveId,
  response: Archive,
});

/** Cancels an archive, or deletes a finished one. */
export const deleteArchive = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/report-archives/:id/',
  access: 'adminOwn',
  params: ArchiveId,
  response: Outcome,
});

/**
 * Returns the ZIP file. A browser opens the `file_url` of {@link Archive}, and sends the session cookie
 * instead of the token.
 */
export const downloadArchive = defineEndpoint({
  method: 'GET',
  path: '/api/v1/report-archives/:id/file/',
  access: 'adminOwn',
  params: ArchiveId,
  reply: 'file',
  response: z.unknown(),
});
