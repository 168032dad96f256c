import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { text } from './inputs.ts';

const wholeNumber = (name: string, max: number) =>
  text(40)
    .check(z.regex(/^\d{1,9}$/, `${name} must be a whole number`))
    .check(
      z.refine(
        (text) => Number(text) >= 1 && Number(text) <= max,
        `${name} must be between 1 and ${max}`,
      ),
    );

const toNumber = <T extends z.ZodMiniType<string, unknown>>(schema: T) =>
  z.pipe(schema, z.transform(Number));

/** A number in a query: a record's ID, or a count. */
export const queryNumber = (name: string) =>
  toNumber(text(40).check(z.regex(/^\d{1,15}$/, `${name} must be a number`)));

/** A path parameter that is a row's number; anything else is answered like a row that does not exist. */
export const Id = queryNumber('id');

/** A page's number, from 1. */
export const PageNumber = toNumber(wholeNumber('page', 100_000_000));

/** `page` and `page_size` of a list's query, by default the first page of ten. */
export const pageQuery = {
  page: z._default(PageNumber, 1),
  page_size: z._default(toNumber(wholeNumber('page_size', limits.maxPageSize)), limits.pageSize),
};

/** The `search` of a list's query. */
export const Search = z.optional(text(limits.searchLength).check(z.trim()));

/** The envelope of a list: `count` over all pages, `next` and `previous` as relative links or null. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    results: z.array(item),
    count: z.number(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });
}

/** An answer that only contains whether and what happened. */
export const Outcome = z.object({ success: z.literal(true), message: z.string() });
