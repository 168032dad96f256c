import * as z from 'zod/mini';
import { uploadColumns } from '../bulk-upload.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id, queryNumber } from '../wire/paging.ts';
import { MappingContent } from './mappings.ts';

/**
 * The hours after which a file is deleted if it had a dry run but was not taken in. The server stores only
 * the last ten of these files of an admin.
 */
export const triedHours = 24;

/** The maximum lengths of these lists in an answer. `samples` are the sample values of one heading. */
export const shownOfDryRun = { problems: 200, rows: 20, samples: 3, portfolios: 20 } as const;

export const fileFormats = ['xlsx', 'xls', 'xlsb', 'ods', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

const Field = z.enum(uploadColumns.map(({ name }) => name));

/**
 * Each contact point of a file is in one of these counts. `revisits`: it has a decided applicant of the same
 * name, and no open revisit. `known`: it has another applicant, or an earlier row of the file has it.
 */
export const DryRunCounts = z.object({
  new: z.int(),
  known: z.int(),
  revisits: z.int(),
  wrong: z.int(),
});
export type DryRunCounts = z.infer<typeof DryRunCounts>;

const where = {
  /** The row's number in the spreadsheet. */
  row: z.int(),
  /** The position of the contact point in its row: 1 or 2. Always 1 if rows have only one contact point. */
  point: z.int(),
};

export const DryRunProblem = z.object({
  ...where,
  name: z.string(),
  kind: z.enum(['wrong', 'known']),
  faults: z.array(
    z.object({
      field: z.nullable(Field),
      /**
       * The letters of the column in the spreadsheet. Null if no column is mapped, or if the problem
       * concerns the whole row.
       */
      column: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
});
export type DryRunProblem = z.infer<typeof DryRunProblem>;

/**
 * A contact point, with the values that the server read from the file. If a revisit is stored, its applicant
 * type or visit type gets the next free number, as in `OFFICE 2`.
 */
export const DryRunRow = z.object({
  ...where,
  state: z.enum(['new', 'known', 'revisit']),
  ...z.object({
    application_id: z.string(),
    applicant_name: z.string(),
    applicant_type: z.string(),
    portfolio_name: z.string(),
    product_type: z.string(),
    visit_type: z.string(),
    mobile_number: z.string(),
    pin_code: z.string(),
    address: z.string(),
    message: z.string(),
  }).shape,
});
export type DryRunRow = z.infer<typeof DryRunRow>;

export const DryRunResult = z.object({
  upload_id: z.number(),
  /**
   * Increases with each dry run that uses another sheet, heading row or mapping. Sent to {@link takeUpload},
   * which fails if the settings have changed since.
   */
  revision: z.int(),
  file_name: z.string(),
  format: z.enum(fileFormats),
  /** When the file is deleted if no admin has taken it in. */
  expires_at: z.string(),
  same_file: z.optional(z.object({ upload_id: z.number(), at: z.string(), by: z.string() })),
  /** The visible sheets of the file. `sheet` is the sheet that was read. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** The row of the headings, or 0 if no row looks like headings. */
  heading_row: z.int(),
  /**
   * The headings in the order of their columns. Headings that occur more than once start with the merged
   * heading above them, for example `Office / Pin`.
   */
  headings: z.array(
    z.object({ heading: z.string(), column: z.string(), samples: z.array(z.string()) }),
  ),
  /**
   * The lender of `lender_id` or `mapping_id` in the request. Without these, the lender that the server
   * guessed, if any. `confidence` is between 0 and 1.
   */
  lender: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      confidence: z.number(),
      how: z.enum(['sent', 'headings', 'portfolio']),
    }),
  ),
  /**
   * The first portfolios in the file that don't belong to the file's lender. `lender` is the portfolio's own
   * lender, or null if the portfolio has none.
   */
  other_portfolios: z.array(z.object({ name: z.string(), lender: z.nullable(z.string()) })),
  /**
   * `saved`: a stored mapping. `sent`: a mapping from the request. `names`: a mapping guessed from the
   * headings.
   */
  mapping: z.object({
    how: z.enum(['saved', 'sent', 'names']),
    id: z.nullable(z.number()),
    name: z.nullable(z.string()),
    version: z.nullable(z.int()),
    ...MappingContent.shape,
  }),
  unknown_headings: z.array(z.string()),
  missing_headings: z.array(z.string()),
  /** Required fields without a mapping. If there are any, no row is checked and the file can't be taken in. */
  missing_fields: z.array(Field),
  total_rows: z.int(),
  counts: DryRunCounts,
  /**
   * The counts by the position of a contact point in its row. Has two elements if the mapping makes two
   * contact points of each row.
   */
  points: z.array(DryRunCounts),
  problems: z.object({ total: z.int(), results: z.array(DryRunProblem) }),
  rows: z.array(DryRunRow),
});
export type DryRunResult = z.infer<typeof DryRunResult>;

export const DryRunFields = z.object({
  lender_id: z.optional(queryNumber('lender_id')),
  mapping_id: z.optional(queryNumber('mapping_id')),
  sheet: z.optional(text(200)),
  heading_row: z.optional(queryNumber('heading_row')),
});
export type DryRunFields = z.infer<typeof DryRunFields>;

/**
 * Reads the part `file` of a multipart request, and reports what would be stored if the file were taken in.
 * The file is an xlsx, xls, xlsb or ods of at most 5 MB, or a csv of at most 20 MB. Stores no applicant. The
 * encrypted file is stored for at most a day.
 */
export const tryUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/try/',
  access: 'admin',
  request: 'multipart',
  response: DryRunResult,
});

/**
 * Repeats a dry run. A request without any setting uses the settings of the last dry run. Otherwise, the
 * server guesses the missing settings. `mapping` overrides `mapping_id`.
 */
export const tryUploadAgain = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/uploads/:id/try/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({
    lender_id: z.optional(z.int()),
    mapping_id: z.optional(z.int()),
    mapping: z.optional(MappingContent),
    sheet: z.optional(text(200)),
    heading_row: z.optional(z.int().check(z.positive())),
  }),
  response: DryRunResult,
});

export const TakeResult = z.object({
  success: z.literal(true),
  message: z.string(),
  upload_id: z.number(),
  summary: z.object({
    total_records: z.number(),
    successful: z.number(),
    failed: z.number(),
    timestamp: z.string(),
  }),
  /** The counts when the file was taken in, and the counts of the last dry run. */
  counts: DryRunCounts,
  tried: DryRunCounts,
  /** The problems of the first rows that were not stored. The download of failed rows has all problems. */
  problems: z.object({ total: z.int(), results: z.array(DryRunProblem) }),
});
export type TakeResult = z.infer<typeof TakeResult>;

/**
 * Takes in a file with the settings of its last dry run, and checks its rows against the current data. With
 * `revisits`, each revisit gets a new applicant. Answers 409 `upload_taken` if the file was taken in before,
 * and 409 `try_first` if required fields are missing. Answers 409 `tried_again` if a later dry run has
 * increased the revision.
 */
export const takeUpload = defineEndpoint({
  method: 'POST',
  path: '/api/v1/bulk/uploads/:id/take/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ revisits: z.optional(z.boolean()), revision: z.optional(z.int()) }),
  response: TakeResult,
});
