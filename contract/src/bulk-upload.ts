import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id } from './wire/paging.ts';

export const failedRowsHours = 24;

/** The columns are in the order of the template. Each row must have a value in the `required` columns. */
export const uploadColumns = [
  { name: 'application_id', required: true },
  { name: 'applicant_name', required: true },
  { name: 'applicant_type', required: false },
  { name: 'portfolio_name', required: true },
  { name: 'product_type', required: false },
  { name: 'visit_type', required: true },
  { name: 'mobile_number', required: true },
  { name: 'pin_code', required: true },
  { name: 'address', required: true },
  { name: 'message', required: false },
] as const;
export type UploadColumn = (typeof uploadColumns)[number]['name'];

/** A row or contact point that was not stored. `row` is the row's number in the spreadsheet. */
export const FailedRecord = z.object({
  row: z.number(),
  name: z.string(),
  errors: z.array(z.string()),
});
export type FailedRecord = z.infer<typeof FailedRecord>;

export const BulkUploadResult = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The id for {@link failedRows}. Absent if the client is connected to another backend. */
  upload_id: z.optional(z.number()),
  summary: z.object({
    total_records: z.number(),
    successful: z.number(),
    failed: z.number(),
    timestamp: z.string(),
  }),
  failed_records: z.array(FailedRecord),
  /** The latest upload of the same file that stored applicants and was not undone. */
  same_file: z.optional(z.object({ upload_id: z.number(), at: z.string(), by: z.string() })),
});
export type BulkUploadResult = z.infer<typeof BulkUploadResult>;

/** Takes in one spreadsheet, sent as the part `file`: an .xlsx or .xls of at most 5 MB. */
export const bulkUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/bulk-upload/',
  access: 'admin',
  request: 'multipart',
  response: BulkUploadResult,
});

export const uploadTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/v1/bulk/template/',
  access: 'admin',
  reply: 'file',
  response: z.unknown(),
});

/**
 * Returns the failed rows as an .xlsx file with a column of reasons. Only the sender and super admins can
 * download the file, for 24 hours.
 */
export const failedRows = defineEndpoint({
  method: 'GET',
  path: '/api/v1/bulk/uploads/:id/failed-rows/',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: 'file',
  response: z.unknown(),
});
