import { prettifyLabel } from '../text/labels.ts';
import { byOffice, type Filling } from './asked.ts';

type OneLineKind = 'text' | 'count' | 'phone' | 'identifier';

interface FieldBase extends Filling {
  /** The name in requests, exactly as in the specification, which mixes upper and lower case. */
  name: string;
  label: string;
  default?: string;
  /** The maximum number of characters, if it differs from the default of the kind. */
  maxLength?: number;
  /** Whether the field spans both columns of the form. */
  isWide?: boolean;
}
/**
 * `count` is a plain number, and `identifier` is the number of an account, card or document. `date` is text
 * as dd-mm-yyyy, and `images` are links to the photos in the report.
 */
export type Field =
  | (FieldBase & { kind: OneLineKind | 'long' | 'date' | 'images' })
  | (FieldBase & { kind: 'select'; options: readonly string[] });

export interface Section {
  title: string;
  fields: readonly Field[];
}

/** A report form as data. The dialog, the request body and the PDF all derive from this data. */
export interface ReportForm {
  template: 'residence' | 'office';
  title: string;
  /** Whether an admin can leave single photos out of the report. */
  removableImages: boolean;
  /** `reference` and `applicant` name the fields for the application number and the applicant's name. */
  reference: string;
  applicant: string;
  /** The name of the field that is printed as the decision. */
  decision?: string;
  sections: readonly Section[];
}

const ofKind =
  (kind: OneLineKind) =>
  (name: string, label: string, filling: Filling, value?: string): Field => ({
    name,
    label,
    kind,
    ...filling,
    ...(value === undefined ? {} : { default: value }),
  });
export const text = ofKind('text');
export const count = ofKind('count');
export const phone = ofKind('phone');
export const identifier = ofKind('identifier');
export const long = (name: string, label: string, filling: Filling, maxLength?: number): Field => ({
  name,
  label,
  kind: 'long',
  ...filling,
  ...(maxLength === undefined ? {} : { maxLength }),
});
export const date = (name: string, label: string, filling: Filling): Field => ({
  name,
  label,
  kind: 'date',
  ...filling,
});
export const select = (
  name: string,
  label: string,
  filling: Filling,
  options: readonly string[],
): Field => ({
  name,
  label,
  kind: 'select',
  options,
  ...filling,
});
export const images = (): Field => ({
  name: 'image_urls',
  label: 'Images',
  kind: 'images',
  by: 'agent',
});

export const photographsDescription: Field = {
  ...text(
    'photographs_description',
    'Photographs Description',
    byOffice,
    'Photographs Taken During Verification',
  ),
  isWide: true,
};

export const maxLengthOf = ({ kind, maxLength }: Field): number =>
  maxLength ?? (kind === 'long' ? 1_000 : 200);

export function textFields(form: ReportForm): Field[] {
  return form.sections.flatMap((section) =>
    section.fields.filter((field) => field.kind !== 'images'),
  );
}

export function defaultValues(form: ReportForm): Record<string, string> {
  return Object.fromEntries(textFields(form).map((field) => [field.name, field.default ?? '']));
}

/**
 * Returns a form that can show all values, even those that only other clients send. A text that is not an
 * option of its dropdown becomes an option. Fields with unknown names become a last section.
 */
export function withOtherFields(form: ReportForm, values: Record<string, unknown>): ReportForm {
  const known = new Set(['template_type', 'image_urls', 'photographs_taken']);
  for (const { name } of textFields(form)) known.add(name);
  const fields = Object.entries(values)
    .filter(([name, value]) => !known.has(name) && typeof value === 'string' && value.trim() !== '')
    .map(([name, value]) => {
      const label = prettifyLabel(name) || name;
      return String(value).length > 80 ? long(name, label, byOffice) : text(name, label, byOffice);
    })
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
  const own = form.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => withOption(field, values[field.name])),
  }));
  const others = fields.length === 0 ? [] : [{ title: 'Other Details', fields }];
  return { ...form, sections: [...own, ...others] };
}

function withOption(field: Field, value: unknown): Field {
  if (field.kind !== 'select' || typeof value !== 'string' || value === '') return field;
  if (field.options.includes(value)) return field;
  return { ...field, options: [...field.options, value] };
}

export interface PrintedRow {
  name: string;
  label: string;
  value: string;
  wide: boolean;
}
export interface PrintedSection {
  title: string;
  isEmpty: boolean;
  rows: PrintedRow[];
}

export function printedSections(
  form: ReportForm,
  values: Record<string, unknown>,
): PrintedSection[] {
  return withOtherFields(form, values).sections.map(({ title, fields }) => {
    const rows = fields.map((field) => ({
      name: field.name,
      label: field.kind === 'images' ? 'Photographs Taken' : field.label,
      value: printedValue(field, values) || '-',
      wide: field.kind === 'long',
    }));
    return { title, isEmpty: rows.every(({ value }) => value === '-'), rows };
  });
}

function printedValue(field: Field, values: Record<string, unknown>): string {
  const value = field.kind === 'images' ? values.photographs_taken : values[field.name];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  switch (field.kind) {
    case 'long':
      return foldLines(value, maxLengthOf(field) / 100);
    case 'date':
      return printedDate(value.trim());
    default:
      return filledLines(value).join(' ');
  }
}

/**
 * Returns the trimmed, non-empty lines of a text. Splits first and then trims each line. A single regular
 * expression for both would be slow on long runs of spaces.
 */
const filledLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns at most `most` lines. Drops empty lines, and joins further lines to the last line. */
function foldLines(text: string, most: number): string {
  const lines = filledLines(text);
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].filter(Boolean).join('\n');
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Formats a date like 05-03-2024 as 'Mar 5, 2024'. In other text, replaces each run of whitespace with one
 * space.
 */
export function printedDate(text: string): string {
  const [, day = '', month = '', year = '', rest = ''] =
    /^(\d{1,2})-(\d{1,2})-(\d{4})(\D.*)?$/s.exec(text) ?? [];
  const name = months[Number(month) - 1];
  const isDay = Number(day) >= 1 && Number(day) <= 31;
  return name && isDay ? `${name} ${Number(day)}, ${year}${rest}` : text.replace(/\s+/g, ' ');
}
