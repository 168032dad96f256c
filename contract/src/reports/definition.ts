import * as z from 'zod/mini';
import { withoutAadhaar } from '../aadhaar.ts';
import { limits } from '../limits.ts';

/** How a field is filled in and printed. `date` is text as dd-mm-yyyy; `images` holds the kept photos' links. */
export type FieldKind = 'text' | 'long' | 'select' | 'date' | 'images';

interface FieldBase {
  /** The name on the wire, verbatim from the specification, mixed casing included. */
  name: string;
  label: string;
  default?: string;
  /** Holds a number of an account, a card, a telephone: one in ten of twelve digits looks like an Aadhaar number. */
  isNumber?: boolean;
}
export type Field =
  | (FieldBase & { kind: 'text' | 'long' | 'date' | 'images' })
  | (FieldBase & { kind: 'select'; options: readonly string[] });

export interface Section {
  title: string;
  fields: readonly Field[];
}

/** One report form as data: the modal, the request body and the PDF all derive from it. */
export interface ReportForm {
  template: 'residence' | 'office';
  title: string;
  /** Whether single photos can be left out of the report. */
  removableImages: boolean;
  /** The field that names the application and the one that names the applicant. */
  reference: string;
  applicant: string;
  /** The field that prints as the decision. */
  decision?: string;
  sections: readonly Section[];
}

/** What a form holds: text for each field, the kept images and their count. */
export type ReportValues = Record<string, string> & { template_type: string };
export interface ReportImages {
  image_urls: string[];
  photographs_taken: number;
}

export const text = (name: string, label: string, value?: string): Field => ({
  name,
  label,
  kind: 'text',
  ...(value === undefined ? {} : { default: value }),
});
export const number = (name: string, label: string): Field => ({
  name,
  label,
  kind: 'text',
  isNumber: true,
});
export const long = (name: string, label: string): Field => ({ name, label, kind: 'long' });
export const date = (name: string, label: string): Field => ({ name, label, kind: 'date' });
export const select = (name: string, label: string, options: readonly string[]): Field => ({
  name,
  label,
  kind: 'select',
  options,
});
export const images = (): Field => ({ name: 'image_urls', label: 'Images', kind: 'images' });

export const photographsDescription = text(
  'photographs_description',
  'Photographs Description',
  'Photographs Taken During Verification',
);

/** All fields of a form that hold text, in order. */
export function textFields(form: ReportForm): Field[] {
  return form.sections.flatMap((section) =>
    section.fields.filter((field) => field.kind !== 'images'),
  );
}

/** The empty form: every field present, defaults filled in. */
export function defaultValues(form: ReportForm): Record<string, string> {
  return Object.fromEntries(textFields(form).map((field) => [field.name, field.default ?? '']));
}

/**
 * The request body of a form. No field is required (the specification has no rules here); a dropdown takes
 * one of its options or nothing, and unknown fields are refused so that no typing error loses a value.
 */
export function bodyOf(form: ReportForm) {
  const field = (definition: Field) =>
    definition.kind === 'select'
      ? z._default(z.enum(['', ...definition.options]), '')
      : z._default(
          z
            .string()
            .check(
              z.maxLength(5000),
              ...(definition.isNumber ? [] : [withoutAadhaar(definition.label)]),
            ),
          '',
        );
  return z.strictObject({
    ...(Object.fromEntries(textFields(form).map((f) => [f.name, field(f)])) as Record<
      string,
      ReturnType<typeof field>
    >),
    template_type: z.literal(form.template),
    image_urls: z
      .array(z.string().check(z.maxLength(2000)))
      .check(z.maxLength(limits.photosPerVerification)),
    photographs_taken: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
  });
}

/** A line of the printed report; `wide` ones take the whole width. */
export interface PrintedRow {
  name: string;
  label: string;
  value: string;
  wide: boolean;
}
export interface PrintedSection {
  title: string;
  rows: PrintedRow[];
}

/** The rows to print, section by section, in the order of the form; empty values print as '-'. */
export function printedSections(
  form: ReportForm,
  values: Record<string, unknown>,
): PrintedSection[] {
  return form.sections.map((section) => ({
    title: section.title,
    rows: section.fields.map((field) => {
      const value = field.kind === 'images' ? values.photographs_taken : values[field.name];
      const printed =
        typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      return {
        name: field.name,
        label: field.kind === 'images' ? 'Photographs Taken' : field.label,
        value: printed === '' ? '-' : printed,
        wide: field.kind === 'long',
      };
    }),
  }));
}
