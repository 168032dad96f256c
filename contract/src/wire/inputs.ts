import * as z from 'zod/mini';

/** `At most 200 characters`, for the message of a limit. */
export const atMost = (max: number, what: string) =>
  `At most ${max.toLocaleString('en-US')} ${what}`;

/** The errors of a value that is no text: `missing` for none, and `wrong` for another, where it differs. */
interface NoText {
  missing?: string;
  wrong?: string;
}

/**
 * A text of a request, of at most so many characters. A longer one gets this one error, and no other check sees it. Half a
 * surrogate pair, as of an emoji that was cut, is replaced: the database stores none.
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

/** A UUID, in lower case: the database stores it so, and locks and comparisons need one spelling. */
export const Uuid = text(36).check(z.uuid(), z.toLowerCase());

/** The error of a value, and the part that it concerns. */
interface Excess {
  message: string;
  path?: PropertyKey[];
}

/** A schema that reads nothing of a value in which `find` finds something. Checks are to be added before. */
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

/** A list of at most so many elements. None of a longer list is looked at. */
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

/** Values under names that the schema doesn't know, at most so many. */
export function record<T extends z.ZodMiniType>(name: z.ZodMiniString, element: T, max: number) {
  const message = `${atMost(max, 'entries')} are allowed.`;
  return unless(z.record(name, element), (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > max
      ? { message }
      : undefined,
  );
}

/** Different ones of these texts. */
export const choices = <T extends string>(
  texts: readonly T[],
  ...checks: z.core.$ZodCheck<T[]>[]
) =>
  list(
    z.enum(texts),
    texts.length,
    'A choice stands twice.',
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'A choice stands twice.'),
    ...checks,
  );
