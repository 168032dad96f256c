import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/** Exports write times in the provider's time zone. `mmm` is the short name of the month: `Mar`. */
export const dateFormats = [
  'yyyy-mm-dd hh:mm',
  'yyyy-mm-dd',
  'dd-mm-yyyy hh:mm',
  'dd-mm-yyyy',
  'dd/mm/yyyy hh:mm',
  'dd/mm/yyyy',
  'dd-mmm-yyyy hh:mm',
  'dd-mmm-yyyy',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/**
 * A column with a field of Doorstep, a field of the report (such as `residence.applicantName`), or a constant
 * text.
 */
export const LayoutColumn = z
  .strictObject({
    heading: text(100, undefined, { missing: 'Name the column' }).check(
      z.trim(),
      z.minLength(1, 'Name the column'),
      nameWithoutInvisible('heading'),
    ),
    field: z.nullable(text(100).check(z.minLength(1, 'Choose a field'))),
    constant: z.nullable(text(200).check(z.trim())),
  })
  .check(
    z.refine(({ field, constant }) => (field === null) !== (constant === null), {
      error: 'Choose a field or enter a text',
      path: ['field'],
    }),
  );
export type LayoutColumn = z.infer<typeof LayoutColumn>;

const content = {
  columns: list(
    LayoutColumn,
    limits.columnsPerLayout,
    `A layout has at most ${limits.columnsPerLayout} columns`,
    z.minLength(1, 'Add a column'),
  ),
  date_format: z.enum(dateFormats),
  sheet_name: text(31).check(
    z.trim(),
    z.minLength(1, 'Name the sheet'),
    z.regex(
      /^(?!')[^[\]:*?/\\\p{C}]*(?<!')$/u,
      'The name of a sheet can’t contain [ ] : * ? / \\, or begin or end with an apostrophe',
    ),
  ),
};

export const ExportLayout = z.object({
  lender_id: z.number(),
  lender: z.string(),
  ...content,
  updated_at: z.string(),
});
export type ExportLayout = z.infer<typeof ExportLayout>;
export type LayoutContent = Pick<ExportLayout, keyof typeof content>;

const ofLender = {
  path: '/api/v1/lenders/:id/export-layout/',
  params: z.object({ id: Id }),
} as const;

export const listExportLayouts = defineEndpoint({
  method: 'GET',
  path: '/api/v1/export-layouts/',
  access: 'admin',
  response: z.object({ results: z.array(ExportLayout) }),
});

export const changeExportLayout = defineEndpoint({
  method: 'PUT',
  ...ofLender,
  access: 'superadmin',
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: ExportLayout,
});

export const deleteExportLayout = defineEndpoint({
  method: 'DELETE',
  ...ofLender,
  access: 'superadmin',
  response: Outcome,
});
