import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { text, Uuid } from './wire/inputs.ts';
import { Outcome } from './wire/paging.ts';

export const exportHours = 24;

export const exportLists = ['applicants', 'verifications'] as const;
export type ExportList = (typeof exportLists)[number];

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const Export = z.object({
  id: z.string(),
  list: z.enum(exportLists),
  format: z.enum(exportFormats),
  /** The filters as in the list's address: `due=late&pin=411`. */
  query: z.string(),
  with_report: z.boolean(),
  /** The lender whose column layout the file uses. Null for Doorstep's own columns. */
  lender: z.nullable(z.string()),
  status: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** The number of rows, or 0 until they are counted. */
  total: z.int(),
  done: z.int(),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  /** A relative link for the browser, which sends the session cookie. Null unless the file is ready. */
  file_url: z.nullable(z.string()),
});
export type Export = z.infer<typeof Export>;

const ExportId = z.object({ id: Uuid });

/** Exports the list's rows that match the filters in `query`, newest first, at most 100,000. */
export const createExport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/exports/',
  access: 'adminOwn',
  body: z.strictObject({
    list: z.enum(exportLists),
    format: z.enum(exportFormats),
    query: z.optional(text(2_000)),
    /** Whether an export of verifications also has the fields of each verification's last report. */
    with_report: z.optional(z.boolean()),
    /**
     * Exports only the rows of this lender, in the lender's column layout. `with_report` then has no effect.
     */
    lender_id: z.optional(z.int()),
  }),
  response: Export,
  status: 201,
});

export const listExports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/exports/',
  access: 'adminOwn',
  response: z.object({ results: z.array(Export) }),
});

export const deleteExport = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/exports/:id/',
  access: 'adminOwn',
  params: ExportId,
  response: Outcome,
});

/** A browser opens this address as a link (`file_url`), with the session cookie instead of the token. */
export const downloadExport = defineEndpoint({
  method: 'GET',
  path: '/api/v1/exports/:id/file/',
  access: 'adminOwn',
  params: ExportId,
  reply: 'file',
  response: z.unknown(),
});
