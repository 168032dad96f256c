import * as z from 'zod/mini';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, record, text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/** The maximum length of a logo in base64. This is enough for a picture of 100 KB. */
const logoLength = 140_000;

const words = (max: number) =>
  text(max).check(z.trim(), z.minLength(1, 'Enter a text, or leave out the field'));

const FormLayout = z.strictObject({
  title: z.optional(words(80)),
  /** Titles of sections, in the order in which they are printed. Sections that are not listed follow. */
  sections: z.optional(list(text(100), 60)),
  /** Names of fields that are not printed. `signature` stands for the signature of the person met. */
  hidden: z.optional(list(text(100), 200)),
  /** Labels that replace the standard ones, by the names of their fields. */
  labels: z.optional(record(text(100), words(120), 200)),
});

/**
 * How reports for a lender look. The layout is only data: the server runs no code and fetches no address from
 * it.
 */
export const ReportLayout = z.strictObject({
  name: words(60).check(nameWithoutInvisible('name')),
  forms: z.strictObject({
    residence: z.optional(FormLayout),
    office: z.optional(FormLayout),
  }),
  wording: z.optional(
    z.strictObject({
      /** The heading above the decision. */
      decision: z.optional(words(30)),
      positive: z.optional(words(20)),
      negative: z.optional(words(20)),
      pending: z.optional(words(20)),
      /** The words below the signatures. */
      executive: z.optional(words(40)),
      manager: z.optional(words(40)),
      photos: z.optional(words(60)),
      /** The last line of each page. */
      notice: z.optional(words(110)),
    }),
  ),
  /** More lines at the foot of each page. */
  footer: z.optional(list(words(110), 2)),
  /** A PNG or JPEG in base64. */
  logo: z.optional(
    text(logoLength, 'The logo must have at most 100 KB').check(
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The logo is not valid base64'),
    ),
  ),
  /**
   * `all`: as many photos as fit on a page. `six_a_page`: at most six photos on a page, each half as wide as
   * the page.
   */
  photos: z._default(z.enum(['all', 'six_a_page']), 'all'),
});
export type ReportLayout = z.infer<typeof ReportLayout>;

export const LenderReportLayout = z.object({
  lender_id: z.number(),
  lender: z.string(),
  layout: ReportLayout,
  created_at: z.string(),
});
export type LenderReportLayout = z.infer<typeof LenderReportLayout>;

const ofLender = {
  path: '/api/v1/lenders/:id/report-layout/',
  access: 'superadmin',
  params: z.object({ id: Id }),
} as const;

/** Answers 404 if the lender has no layout, so that its reports have the standard one. */
export const getReportLayout = defineEndpoint({
  method: 'GET',
  ...ofLender,
  response: LenderReportLayout,
});

/** Sets the layout for reports that are made from now on. Existing versions keep their layout. */
export const changeReportLayout = defineEndpoint({
  method: 'PUT',
  ...ofLender,
  body: ReportLayout,
  response: LenderReportLayout,
});

export const deleteReportLayout = defineEndpoint({
  method: 'DELETE',
  ...ofLender,
  response: Outcome,
});
