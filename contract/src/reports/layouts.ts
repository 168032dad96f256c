import * as z from 'zod/mini';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, record, text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/** Characters of a logo: about 100 KB of a picture. */
const logoLength = 140_000;

const words = (max: number) =>
  text(max).check(z.trim(), z.minLength(1, 'Enter a text, or leave out the field'));

/** How one of the two forms is printed. */
const FormLayout = z.strictObject({
  title: z.optional(words(80)),
  /** Titles of sections in the order in which they are printed; those that are not named follow. */
  sections: z.optional(list(text(100), 60)),
  /** Names of fields that are not printed. */
  hidden: z.optional(list(text(100), 200)),
  /** Labels by the names of their fields. */
  labels: z.optional(record(text(100), words(120), 200)),
});

/** A lender's form of the report. It is data: nothing in it is evaluated or fetched. */
export const ReportLayout = z.strictObject({
  name: words(60).check(nameWithoutInvisible('name')),
  forms: z.strictObject({
    residence: z.optional(FormLayout),
    office: z.optional(FormLayout),
  }),
  wording: z.optional(
    z.strictObject({
      /** Above the decision. */
      decision: z.optional(words(30)),
      positive: z.optional(words(20)),
      negative: z.optional(words(20)),
      pending: z.optional(words(20)),
      /** Below the signatures. */
      executive: z.optional(words(40)),
      manager: z.optional(words(40)),
      photos: z.optional(words(60)),
      /** The last line of each page. */
      notice: z.optional(words(110)),
    }),
  ),
  /** More lines at the foot of each page. */
  footer: z.optional(list(words(110), 2)),
  /** The lender's logo, a PNG or JPEG in base64. */
  logo: z.optional(
    text(logoLength, 'The logo may have 100 KB').check(
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The logo is not valid base64'),
    ),
  ),
  /** `all`: as many on a page as there is room for. `six_a_page`: at most six, each on half the width. */
  photos: z._default(z.enum(['all', 'six_a_page']), 'all'),
});
export type ReportLayout = z.infer<typeof ReportLayout>;

/** The layout of a lender's reports. */
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

/** The layout with which a lender's reports are made; 404 where that is the standard one. */
export const getReportLayout = defineEndpoint({
  method: 'GET',
  ...ofLender,
  response: LenderReportLayout,
});

/** Sets the layout for reports that are made from now on. Versions keep the one that they were made with. */
export const changeReportLayout = defineEndpoint({
  method: 'PUT',
  ...ofLender,
  body: ReportLayout,
  response: LenderReportLayout,
});

/** Reports that are made from now on have the standard layout. */
export const deleteReportLayout = defineEndpoint({
  method: 'DELETE',
  ...ofLender,
  response: Outcome,
});
