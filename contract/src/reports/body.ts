import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { aadhaarError, containsAadhaar, withoutAadhaar } from '../text/aadhaar.ts';
import { list, text, unless } from '../wire/inputs.ts';
import { type Field, type ReportForm, textFields } from './definition.ts';

/** These limits keep every report within 30 pages. The server's `longest-report.test.ts` draws the longest report. */
export const reportLimits = {
  /** The maximum number of characters in one field, and in all fields together. */
  fieldLength: 20_000,
  totalLength: 25_000,
  /** The maximum number of fields that the form does not have, and of characters in the name of each. */
  otherFields: 40,
  otherNameLength: 100,
} as const;

/**
 * Returns the schema of a sent form. The specification has no rules for the values: no field is required, and
 * a dropdown accepts any text. Fields that the form does not have are stored, and printed separately.
 */
export function bodyOf(form: ReportForm) {
  const field = ({ kind, label }: Field) => {
    const mayLookAlike = kind === 'phone' || kind === 'identifier';
    return z._default(
      text(reportLimits.fieldLength).check(...(mayLookAlike ? [] : [withoutAadhaar(label)])),
      '',
    );
  };
  const fields = textFields(form);
  const known = z.object({
    ...(Object.fromEntries(fields.map((f) => [f.name, field(f)])) as Record<
      string,
      ReturnType<typeof field>
    >),
    template_type: z.literal(form.template),
    image_urls: z._default(list(text(2000), limits.photosPerVerification), []),
    photographs_taken: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(1000))),
  });
  const other = text(reportLimits.fieldLength).check(withoutAadhaar('This text'));
  const names = new Set(Object.keys(known.shape));
  const body = z.catchall(known, other).check(({ value, issues }) => {
    for (const name of Object.keys(value)) {
      if (names.has(name) || !containsAadhaar(name)) continue;
      const message = `The name of a field ${aadhaarError}`;
      issues.push({ code: 'custom', message, path: [name], input: value });
    }
  });
  return unless(body, (value) => findExcess(value, names));
}

/** Finds a limit that a form exceeds. This check runs before the texts are parsed. */
function findExcess(value: unknown, names: ReadonlySet<string>) {
  if (typeof value !== 'object' || value === null) return undefined;
  const reject = (name: string, message: string) => ({ path: [name], message });
  const others = Object.keys(value).filter((name) => !names.has(name));
  const tooMany = others[reportLimits.otherFields];
  if (tooMany !== undefined) {
    return reject(
      tooMany,
      `A report can have at most ${reportLimits.otherFields} additional fields`,
    );
  }
  const tooLong = others.find((name) => name.length > reportLimits.otherNameLength);
  if (tooLong !== undefined) return reject(tooLong, 'The name of this field is too long');
  let [total, longest, most] = [0, '', 0];
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'string') continue;
    total += entry.length;
    if (entry.length > most) [longest, most] = [name, entry.length];
  }
  if (total <= reportLimits.totalLength) return undefined;
  return reject(
    longest,
    `All fields together can have at most ${reportLimits.totalLength.toLocaleString('en-US')} characters. This report has ${total.toLocaleString('en-US')}`,
  );
}

/**
 * Converts the form of another client: numbers and booleans become text, null becomes empty. If no template
 * was sent, the form with the most matching field names is chosen.
 */
export function asTexts(sent: unknown, forms: readonly ReportForm[]): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const texts = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'image_urls') return value === null || value === '' ? [] : [[name, value]];
    if (name === 'photographs_taken') return countOf(value).map((count) => [name, count]);
    if (name === 'template_type') return templateOf(value).map((template) => [name, template]);
    return [[name, textOf(value)]];
  });
  return { template_type: findTemplate(sent, forms), ...Object.fromEntries(texts) };
}

/** Returns the template in lower case, in a list that is empty if no template was sent. */
function templateOf(value: unknown): unknown[] {
  if (typeof value !== 'string') return value === null ? [] : [value];
  const typed = value.trim().toLowerCase();
  return typed === '' ? [] : [typed];
}

/** Returns the template whose form has more of the sent field names. Undefined if both have equally many. */
function findTemplate(sent: object, forms: readonly ReportForm[]): string | undefined {
  const [first, second] = forms
    .map((form) => ({
      template: form.template,
      known: textFields(form).filter(({ name }) => Object.hasOwn(sent, name)).length,
    }))
    .sort((one, other) => other.known - one.known);
  return first?.known === second?.known ? undefined : first?.template;
}

/** Returns the count, which may be sent as text, in a list that is empty if no count was sent. */
function countOf(value: unknown): unknown[] {
  if (typeof value !== 'string') return value === null ? [] : [value];
  const typed = value.trim();
  return typed === '' ? [] : [/^\d{1,4}$/.test(typed) ? Number(typed) : value];
}

function textOf(value: unknown): unknown {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : value;
}
