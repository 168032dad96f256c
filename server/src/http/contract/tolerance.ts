import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  entries?: Record<string, string | number>;
};

/** Returns a schema's inner schema, without the wrappers default, optional and pipe. */
function coreOf(schema: Schema): Def {
  const def = schema._zod.def as Def;
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  return inner ? coreOf(inner) : def;
}

function acceptsNull(schema: Schema): boolean {
  const { type, innerType } = schema._zod.def as Def;
  if (type === 'nullable' || type === 'unknown' || type === 'any') return true;
  return innerType !== undefined && acceptsNull(innerType);
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

function wantsNoText(schema: Schema): boolean {
  const { type, entries } = coreOf(schema);
  return entries !== undefined || type === 'number' || type === 'boolean';
}

/** The maximum length of a text that may be another spelling of a choice, a number or a boolean. */
const longestWord = 100;

/** Text fields of digits, such as phone numbers, that other clients may send as JSON numbers. */
const digitTexts = new Set(['application_id', 'email_or_mobile', 'phone', 'phone_number']);

/**
 * Converts values to the form that the schema expects. Clients other than our app write some values
 * differently: numbers and booleans as text, choices in another case, digits as numbers. `null` counts as
 * absent unless the field accepts `null`. An empty text counts as absent where no text is expected. Values
 * that can't be converted stay unchanged, so that the schema can reject them.
 */
export function respell(schema: Schema, sent: unknown, name = ''): unknown {
  const { type, shape, element, entries } = coreOf(schema);
  if (shape && isRecord(sent)) {
    return Object.fromEntries(
      Object.entries(sent).flatMap(([key, value]) => {
        const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
        if (value === null && !(field && acceptsNull(field))) return [];
        if (field && isBlank(value) && wantsNoText(field)) return [];
        return [[key, field ? respell(field, value, key) : value]];
      }),
    );
  }
  if (typeof sent === 'string' && sent.length > longestWord) return sent;
  if (element && Array.isArray(sent)) return sent.map((one) => respell(element, one));
  if (entries && typeof sent === 'string') return choiceOf(Object.values(entries), sent);
  if (type === 'boolean' && (typeof sent === 'string' || typeof sent === 'number')) {
    const typed = String(sent).trim().toLowerCase();
    return Object.hasOwn(booleans, typed) ? booleans[typed as keyof typeof booleans] : sent;
  }
  if (type === 'number' && typeof sent === 'string') return numberOf(sent);
  if (type === 'string' && typeof sent === 'number' && digitTexts.has(name)) return String(sent);
  return sent;
}

/**
 * Removes the unknown fields from the body of a PATCH that also has a known field. If all fields are unknown,
 * they stay, so that the schema rejects them by name.
 */
export function withoutUnknown(schema: Schema, sent: unknown): unknown {
  const { shape } = coreOf(schema);
  if (!shape || !isRecord(sent)) return sent;
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(shape, name));
  return known.length > 0 ? Object.fromEntries(known) : sent;
}

/** Removes the empty parameters of a query, because an empty filter counts as absent. */
export const withoutEmpty = (query: unknown): unknown =>
  isRecord(query)
    ? Object.fromEntries(Object.entries(query).filter(([, value]) => !isBlank(value)))
    : query;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const booleans = { true: true, '1': true, false: false, '0': false };

function choiceOf(choices: readonly (string | number)[], sent: string): string | number {
  const typed = sent.trim().toLowerCase();
  return choices.find((choice) => String(choice).toLowerCase() === typed) ?? sent;
}

const numberOf = (sent: string): string | number =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(sent.trim()) ? Number(sent) : sent;
