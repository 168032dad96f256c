import * as z from 'zod/mini';

export const atMost = (max: number, what: string) =>
  `At most ${max.toLocaleString('en-US')} ${what}`;

/**
 * The error messages for a value that is not a string: `missing` if the value is absent or null, else
 * `wrong`. `wrong` is `missing` by default.
 */
interface NoText {
  missing?: string;
  wrong?: string;
}

/**
 * A text in a request, with a maximum length. If the text is longer, no other check runs, so the length is
 * the only error. Half of a surrogate pair (from a cut emoji, for example) is replaced, because the database
 * can't store it.
 */
export const text = (
  max: number,
  tooLong = `${atMost(max, 'characters')} are allowed.`,
  { missing, wrong = missing }: NoText = {},
) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : wrong) })
    .check(
      z.maxLength(max, { error: tooLong, abort: true }),
      z.overwrite((sent) => sent.toWellFormed()),
    );

/** Converts a UUID to lower case, because the database, locks and comparisons need one spelling. */
export const Uuid = text(36).check(z.uuid(), z.toLowerCase());

export const Sha256 = text(64).check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'));

interface Excess {
  message: string;
  path?: PropertyKey[];
}

/**
 * Changes `schema` so that it calls `find` first. If `find` returns an error, the schema rejects the value
 * without parsing it. Add other checks before this call: `check` returns a new schema, which does not call
 * `find`.
 */
export function unless<S extends z.ZodMiniType>(
  schema: S,
  find: (value: unknown) => Excess | undefined,
): S {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const excess = find(payload.value);
    if (excess === undefined) return run(payload, context);
    payload.issues.push({ code: 'custom', input: payload.value, continue: false, ...excess });
    return payload;
  };
  return schema;
}

/** A list that is rejected without parsing its elements if it has more than `max`. */
export function list<T extends z.ZodMiniType>(
  element: T,
  max: number,
  message = `${atMost(max, 'elements')} are allowed.`,
  ...checks: z.core.$ZodCheck<z.output<T>[]>[]
) {
  const schema = z.array(element).check(z.maxLength(max, message), ...checks);
  return unless(schema, (value) =>
    Array.isArray(value) && value.length > max ? { message } : undefined,
  );
}

/** A record that is rejected without parsing its entries if it has more than `max`. */
export function record<T extends z.ZodMiniType>(name: z.ZodMiniString, element: T, max: number) {
  const message = `${atMost(max, 'entries')} are allowed.`;
  return unless(z.record(name, element), (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > max
      ? { message }
      : undefined,
  );
}

export const choices = <T extends string>(
  texts: readonly T[],
  ...checks: z.core.$ZodCheck<T[]>[]
) =>
  list(
    z.enum(texts),
    texts.length,
    'A choice is listed twice.',
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'A choice is listed twice.'),
    ...checks,
  );
