import { uploadColumns } from '@doorstep/contract/bulk-upload';
import {
  type FieldSource,
  headingsPerField,
  type Mapping,
  type MappingContent,
  PointFields,
} from '@doorstep/contract/bulk-upload/mappings';

export type FieldName = (typeof uploadColumns)[number]['name'];

/** A field of the first or the second contact point of a row. */
export interface Target {
  point: 1 | 2;
  field: FieldName;
}

export const fieldWords: Record<FieldName, string> = {
  application_id: 'Application ID',
  applicant_name: 'Applicant name',
  applicant_type: 'Applicant type',
  portfolio_name: 'Portfolio name',
  product_type: 'Product type',
  visit_type: 'Visit type',
  mobile_number: 'Mobile number',
  pin_code: 'Pin code',
  address: 'Address',
  message: 'Message',
};

const allFields = uploadColumns.map(({ name }) => name);
const pointFields = allFields.filter((name) => name in PointFields.shape);

export const fieldsOf = (point: Target['point']): FieldName[] =>
  point === 1 ? allFields : pointFields;

type Sources = Partial<Record<FieldName, FieldSource>>;

const sourcesOf = ({ fields, second }: MappingContent, point: Target['point']): Sources =>
  point === 1 ? fields : (second ?? {});

export const sourceOf = (content: MappingContent, { point, field }: Target) =>
  sourcesOf(content, point)[field];

const withSources = (
  content: MappingContent,
  point: Target['point'],
  change: (sources: Sources) => Sources,
): MappingContent =>
  point === 1
    ? { ...content, fields: change(content.fields) }
    : { ...content, second: content.second && change(content.second) };

export function targetsOf(content: MappingContent, heading: string): Target[] {
  return ([1, 2] as const).flatMap((point) =>
    fieldsOf(point)
      .filter((field) => sourceOf(content, { point, field })?.headings?.includes(heading))
      .map((field) => ({ point, field })),
  );
}

/** Returns the headings that the mapping assigns to a field and that the file contains. */
const presentOf = (content: MappingContent, target: Target, present: readonly string[]) =>
  (sourceOf(content, target)?.headings ?? []).filter((heading) => present.includes(heading));

export const isFull = (content: MappingContent, target: Target, present: readonly string[]) =>
  presentOf(content, target, present).length >= headingsPerField;

/**
 * Assigns a column to the field `target`, after the field's other columns. Without a target, the column
 * belongs to no field. `present` has the headings of the file.
 */
export function mapHeading(
  content: MappingContent,
  heading: string,
  target: Target | undefined,
  present: readonly string[],
): MappingContent {
  let changed = content;
  for (const { point, field } of targetsOf(content, heading)) {
    const headings = sourceOf(changed, { point, field })?.headings ?? [];
    const rest = headings.filter((one) => one !== heading);
    changed = setSource(
      changed,
      { point, field },
      rest.length > 0 ? { headings: rest } : undefined,
    );
  }
  if (!target) return changed;
  const others = presentOf(changed, target, present);
  return setSource(changed, target, { headings: [...others, heading] });
}

export const setConstant = (content: MappingContent, target: Target, text: string) =>
  setSource(content, target, text === '' ? undefined : { constant: text });

const setSource = (
  content: MappingContent,
  { point, field }: Target,
  source: FieldSource | undefined,
) =>
  withSources(content, point, ({ [field]: _, ...others }) => ({
    ...others,
    ...(source && { [field]: source }),
  }));

/** A mapping fits a file if they share at least this part of their headings. The server's limit is equal. */
const alike = 0.6;

const keysOf = (headings: readonly string[]) => new Set(headings.map((name) => name.toLowerCase()));

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/**
 * Proposes the name of the lender's mapping that fits the file, so that saving makes its next version. If no
 * mapping fits, proposes an unused name, because saving must not replace another mapping.
 */
export function proposedName(
  headings: readonly string[],
  mappings: readonly Pick<Mapping, 'name' | 'headings'>[],
): string {
  const keys = keysOf(headings);
  const [most] = mappings
    .map(({ name, headings: own }) => ({ name, value: likeness(keysOf(own), keys) }))
    .toSorted((a, b) => b.value - a.value);
  if (most && most.value >= alike) return most.name;
  const taken = new Set(mappings.map(({ name }) => name.toLowerCase()));
  const names = ['Usual file', ...mappings.map((_, at) => `Usual file ${at + 2}`)];
  return names.find((name) => !taken.has(name.toLowerCase())) ?? '';
}
