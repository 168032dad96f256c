import * as z from 'zod/mini';
import { limits } from '../limits.ts';

const wholeNumber = (name: string, max: number) =>
  z
    .string()
    .check(z.regex(/^\d{1,9}$/, `${name} must be a whole number`))
    .check(
      z.refine(
        (text) => Number(text) >= 1 && Number(text) <= max,
        `${name} must be between 1 and ${max}`,
      ),
    );

const toNumber = <T extends z.ZodMiniType<string, unknown>>(schema: T) =>
  z.pipe(schema, z.transform(Number));

/** A path parameter that is a row's number; anything else is answered like a row that does not exist. */
export const Id = toNumber(z.string().check(z.regex(/^\d{1,15}$/, 'id must be a number')));

/** A page's number, from 1. */
export const PageNumber = toNumber(wholeNumber('page', 100_000_000));

/** `page` and `page_size` of a list's query, defaulting to the first page of ten. */
export const pageQuery = {
  page: z._default(PageNumber, 1),
  page_size: z._default(toNumber(wholeNumber('page_size', limits.maxPageSize)), limits.pageSize),
};

/** The `search` of a list's query. */
export const Search = z.optional(z.string().check(z.trim(), z.maxLength(limits.searchLength)));

/** The envelope of a list: `count` over all pages, `next` and `previous` as relative links or null. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    results: z.array(item),
    count: z.number(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });
}

/** An answer that only says whether and what happened. */
export const Outcome = z.object({ success: z.literal(true), message: z.string() });
