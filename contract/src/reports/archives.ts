import * as z from 'zod/mini';
import { decisionFilters } from '../verifications/decision.ts';
import { isoDate } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text, Uuid } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

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

export const Archive = z.object({
  id: z.string(),
  filter: ArchiveFilter,
  status: z.enum(['waiting', 'running', 'ready']),
  total: z.number(),
  done: z.number(),
  /**
   * The number of verifications whose report could not be made. The file `reports.csv` in the archive has the
   * reasons.
   */
  failed: z.number(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  /** A relative link. The browser opens it with the session cookie. Null until the archive is ready. */
  file_url: z.nullable(z.string()),
});
export type Archive = z.infer<typeof Archive>;

const ArchiveId = z.object({ id: Uuid });

export const createArchive = defineEndpoint({
  method: 'POST',
  path: '/api/v1/report-archives/',
  access: 'adminOwn',
  body: ArchiveFilter,
  response: Archive,
  status: 201,
});

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

/** Cancels an archive that is not ready, or deletes a ready one. */
export const deleteArchive = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/report-archives/:id/',
  access: 'adminOwn',
  params: ArchiveId,
  response: Outcome,
});

/** Accepts the session cookie instead of the token, because the browser opens `file_url` as a link. */
export const downloadArchive = defineEndpoint({
  method: 'GET',
  path: '/api/v1/report-archives/:id/file/',
  access: 'adminOwn',
  params: ArchiveId,
  reply: 'file',
  response: z.unknown(),
});
