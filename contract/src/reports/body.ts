import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { aadhaarRefused, holdsAadhaar, withoutAadhaar } from '../text/aadhaar.ts';
import { type Field, maxLengthOf, type ReportForm, textFields } from './definition.ts';

/** Bounds of a report form, so that no report has more than 30 pages (`server/…/longest-report.test.ts` draws the longest). */
export const reportLimits = {
  /** Characters of all fields together. */
  totalLength: 20_000,
  /** Fields that the form doesn't know, the characters of each one's text and name. */
  otherFields: 40,
  otherLength: 1_000,
  otherNameLength: 100,
} as const;

/**
 * The request body of a form. No field is required (the specification has no rules here); a dropdown takes one of its
 * options or nothing. Text under other names is kept and printed in a section of its own.
 */
export function bodyOf(form: ReportForm) {
  const field = (definition: Field) =>
    definition.kind === 'select'
      ? z._default(z.enum(['', ...definition.options]), '')
      : z._default(
          z
            .string()
            .check(
              z.maxLength(maxLengthOf(definition)),
              ...(definition.isNumber ? [] : [withoutAadhaar(definition.label)]),
            ),
          '',
        );
  const fields = textFields(form);
  const known = z.object({
    ...(Object.fromEntries(fields.map((f) => [f.name, field(f)])) as Record<
      string,
      ReturnType<typeof field>
    >),
    template_type: z.literal(form.template),
    image_urls: z._default(
      z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(limits.photosPerVerification)),
      [],
    ),
    photographs_taken: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(1000))),
  });
  const other = z
    .string()
    .check(z.maxLength(reportLimits.otherLength), withoutAadhaar('This text'));
  const names = new Set(Object.keys(known.shape));
  return z.catchall(known, other).check(({ value, issues }) => {
    const refuse = (name: string, message: string) =>
      issues.push({ code: 'custom', message, path: [name], input: value });
    const others = Object.keys(value).filter((name) => !names.has(name));
    const tooMany = others[reportLimits.otherFields];
    const tooLong = others.find((name) => name.length > reportLimits.otherNameLength);
    if (tooMany !== undefined) {
      refuse(tooMany, `A report takes at most ${reportLimits.otherFields} fields beside its own`);
    }
    for (const name of others) {
      if (holdsAadhaar(name)) refuse(name, `The name of a field ${aadhaarRefused}`);
    }
    if (tooLong !== undefined) refuse(tooLong, 'The name of this field is too long');
    const texts = Object.entries(value).filter(([, text]) => typeof text === 'string') as [
      string,
      string,
    ][];
    const [longest] = texts.toSorted(([, a], [, b]) => b.length - a.length);
    const total = texts.reduce((sum, [, text]) => sum + text.length, 0);
    if (longest && total > reportLimits.totalLength) {
      refuse(
        longest[0],
        `All fields together take at most ${reportLimits.totalLength.toLocaleString('en-US')} characters, and have ${total.toLocaleString('en-US')}`,
      );
    }
  });
}

/** A form as other clients send it, made one of text: numbers and booleans become text, null is empty. */
export function asTexts(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'image_urls' || name === 'photographs_taken') {
        return value === null ? [] : [[name, value]];
      }
      return [[name, textOf(value)]];
    }),
  );
}

function textOf(value: unknown): unknown {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : value;
}
