import { limits } from '@doorstep/contract/limits';
import * as z from 'zod/mini';

/** Writes an address's query in its plainest form: `?page=2&search=sharma`, nothing quoted, nothing empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Reads an address's query; every value is a string until a page's schema says otherwise. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

// An address is typed and shared by people: what makes no sense in it is dropped, never an error page.
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const positive = z.coerce.number().check(z.int(), z.positive());

/** Pieces for a page's typed query. Each is undefined when absent or senseless. */
export const param = {
  number: lenient(positive),
  /** A record's id; text, because another backend may not number its records. */
  id: lenient(z.string().check(z.regex(/^[\w.:-]{1,100}$/))),
  search: lenient(z.string().check(z.minLength(1), z.maxLength(limits.searchLength))),
  /** The first digits of a pin code. */
  pin: lenient(z.string().check(z.regex(/^\d{1,6}$/))),
  /** An address of the app: in it a search in Hindi is nine times as long as it was typed. */
  address: lenient(z.string().check(z.maxLength(4_000))),
  /** True or absent. The router hands over what an address says and what the app sets alike: text and boolean. */
  flag: lenient(
    z.pipe(
      z.union([z.string(), z.boolean()]),
      z.transform((value) => String(value) === 'true' || undefined),
    ),
  ),
  choice: <const Values extends readonly string[]>(values: Values) => lenient(z.enum(values)),
  /** A calendar day, `YYYY-MM-DD`. */
  day: lenient(z.iso.date()),
};

/** A page's `validateSearch`, from the pieces it is made of. */
export function searchOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = z.object(shape);
  return (raw: Record<string, unknown>): z.output<typeof schema> => z.parse(schema, raw);
}
