import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, text } from '../wire/inputs.ts';
import { Id, Outcome, pageOf, pageQuery, queryNumber } from '../wire/paging.ts';

/** The maximum number of headings that are combined into one field, such as the lines of an address. */
export const headingsPerField = 5;

export const Heading = text(200);

/** The source of a field's value: one or more columns (values joined by commas), or one text for all rows. */
export const FieldSource = z
  .strictObject({
    headings: z.optional(list(Heading, headingsPerField)),
    constant: z.optional(text(500)),
  })
  .check(
    z.refine(
      ({ headings = [], constant = '' }) => headings.length > 0 !== (constant.trim() !== ''),
      'Choose columns or enter a text',
    ),
  );
export type FieldSource = z.infer<typeof FieldSource>;

const source = z.optional(FieldSource);

const pointFields = {
  applicant_name: source,
  applicant_type: source,
  visit_type: source,
  mobile_number: source,
  pin_code: source,
  address: source,
  message: source,
};

export const PointFields = z.strictObject(pointFields);
export type PointFields = z.infer<typeof PointFields>;

export const MappedFields = z.strictObject({
  application_id: source,
  portfolio_name: source,
  product_type: source,
  ...pointFields,
});
export type MappedFields = z.infer<typeof MappedFields>;

export const MappingContent = z.strictObject({
  fields: MappedFields,
  /**
   * The fields of the second contact point of each row. Null if rows have only one contact point. A contact
   * point is left out if its address, pin code and mobile number are all empty. If a row then has no contact
   * point, its first one is reported as wrong.
   */
  second: z.nullable(PointFields),
});
export type MappingContent = z.infer<typeof MappingContent>;

const content = {
  name: text(100, undefined, { missing: 'Name the mapping' }).check(
    z.trim(),
    z.minLength(1, 'Name the mapping'),
    nameWithoutInvisible('name'),
  ),
  ...MappingContent.shape,
  /**
   * All headings of the file for which the mapping was made. `bulkUpload` uses the mapping for a file with
   * the same headings, unless another mapping also has them or all columns are Doorstep's own. `tryUpload`
   * also uses it for a file with similar headings.
   */
  headings: list(Heading, limits.mappedHeadings),
};

export const Mapping = z.object({
  id: z.number(),
  lender: z.object({ id: z.number(), name: z.string() }),
  version: z.int(),
  ...content,
  updated_at: z.string(),
  updated_by: z.string(),
});
export type Mapping = z.infer<typeof Mapping>;

export const listMappings = defineEndpoint({
  method: 'GET',
  path: '/api/v1/mappings/',
  access: 'admin',
  query: z.object({ ...pageQuery, lender_id: z.optional(queryNumber('lender_id')) }),
  response: pageOf(Mapping),
});

export const addMapping = defineEndpoint({
  method: 'POST',
  path: '/api/v1/mappings/',
  access: 'admin',
  body: z.strictObject({ lender_id: z.int(), ...content }),
  response: Mapping,
  status: 201,
});

/**
 * Saves a changed mapping as its next version. Answers 409 `changed_meanwhile` if a colleague has changed the
 * mapping since `updated_at`.
 */
export const changeMapping = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/mappings/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: Mapping,
});

export const deleteMapping = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/mappings/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});
