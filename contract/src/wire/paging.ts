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

export const queryNumber = (name: string) =>
  toNumber(text(40).check(z.regex(/^\d{1,15}$/, `${name} must be a number`)));

/** In a path, a text that is not a number gets the same 404 as an id that does not exist. */
export const Id = queryNumber('id');

export const PageNumber = toNumber(wholeNumber('page', 100_000_000));

export const pageQuery = {
  page: z._default(PageNumber, 1),
  page_size: z._default(toNumber(wholeNumber('page_size', limits.maxPageSize)), limits.pageSize),
};

export const Search = z.optional(text(limits.searchLength).check(z.trim()));

/** `count` is the number of rows of all pages. `next` and `previous` are relative links or null. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    results: z.array(item),
    count: z.number(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  });
}

export const Outcome = z.object({ success: z.literal(true), message: z.string() });
