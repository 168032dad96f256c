import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { text, Uuid } from './wire/inputs.ts';
import { Outcome } from './wire/paging.ts';

/** The hours for which a finished export can be downloaded. */
export const exportHours = 24;

export const exportLists = ['applicants', 'verifications'] as const;
export type ExportList = (typeof exportLists)[number];

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** An export of a list as a file, made in the background. */
export const Export = z.object({
  id: z.string(),
  list: z.enum(exportLists),
  format: z.enum(exportFormats),
  /** The filters of the list, as in the list's address: `due=late&pin=411`. */
  query: z.string(),
  with_report: z.boolean(),
  /** The lender whose columns the file has; null for our columns. */
  lender: z.nullable(z.string()),
  status: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** The number of rows; 0 until they are counted. */
  total: z.int(),
  done: z.int(),
  created_at: z.string(),
  /** When a finished file is deleted. */
  expires_at: z.nullable(z.string()),
  /** A relative link for the browser, which sends the session cookie. Null until the file is ready. */
  file_url: z.nullable(z.string()),
});
export type Export = z.infer<typeof Export>;

const ExportId = z.object({ id: Uuid });

/** Starts an export of all rows that a list shows with these filters, newest first. */
export const createExport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/exports/',
  access: 'adminOwn',
  body: z.strictObject({
    list: z.enum(exportLists),
    format: z.enum(exportFormats),
    query: z.optional(text(2_000)),
    /** Whether to add the fields of each verification's last report, in an export of verifications. */
    with_report: z.optional(z.boolean()),
    /**
     * The lender whose columns the file has. The file then has only this lender's rows, and `with_report`
     * has no effect.
     */
    lender_id: z.optional(z.int()),
  }),
  response: Export,
  status: 201,
});

/** Lists the caller's own exports, newest first. */
export const listExports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/exports/',
  access: 'adminOwn',
  response: z.object({ results: z.array(Export) }),
});

/** Cancels an export, or deletes its file. */
export const deleteExport = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/exports/:id/',
  access: 'adminOwn',
  params: ExportId,
  response: Outcome,
});

/**
 * Returns the file. A browser opens the `file_url` of {@link Export}, and sends the session cookie instead
 * of the token.
 */
export const downloadExport = defineEndpoint({
  method: 'GET',
  path: '/api/v1/exports/:id/file/',
  access: 'adminOwn',
  params: ExportId,
  reply: 'file',
  response: z.unknown(),
});
