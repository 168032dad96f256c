import { limits } from '@doorstep/contract/limits';
import * as z from 'zod/mini';

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

// Drops invalid values, so that a mistyped or outdated address doesn't lead to an error page.
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

const positive = z.coerce.number().check(z.int(), z.positive());

/** Each parser returns undefined for a missing or invalid value. */
export const param = {
  number: lenient(positive),
  /** An id is text, because another backend may not use numbers. */
  id: lenient(z.string().check(z.regex(/^[\w.:-]{1,100}$/))),
  search: lenient(z.string().check(z.minLength(1), z.maxLength(limits.searchLength))),
  pin: lenient(z.string().check(z.regex(/^\d{1,6}$/))),
  /**
   * An address inside the app. The limit is high, because percent-encoding makes a Hindi search nine times as
   * long.
   */
  address: lenient(z.string().check(z.maxLength(4_000))),
  /** True or absent. The router passes text from an address and booleans from the app. */
  flag: lenient(
    z.pipe(
      z.union([z.string(), z.boolean()]),
      z.transform((value) => String(value) === 'true' || undefined),
    ),
  ),
  choice: <const Values extends readonly string[]>(values: Values) => lenient(z.enum(values)),
  day: lenient(z.iso.date()),
};

export function searchOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = z.object(shape);
  return (raw: Record<string, unknown>): z.output<typeof schema> => z.parse(schema, raw);
}
