import { html, join, type Markup } from './markup.ts';
import type { JsonSchema } from './named-schemas.ts';

/** A schema in a few words, such as `list of Applicant` or `text, at most 200`. */
export function typeOf(schema: JsonSchema): Markup {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) {
    return joinWith(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      html` or `,
    );
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joinWith(choices.map(typeOf), html` or `);
  if (schema.type === 'array') return html`list of ${typeOf((schema.items ?? {}) as JsonSchema)}`;
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type ?? 'any'];
  return html`${types.map((type) => words[type] ?? type).join(' or ')}${bounds(schema)}`;
}

const words: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  object: 'object',
  any: 'anything',
};

function bounds({ minLength, maxLength, pattern, format }: JsonSchema): string | Markup {
  if (format === 'binary') return ' (a file)';
  const said = [
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength}`]),
  ];
  const length = said.length > 0 ? `, ${said.join(', ')}` : '';
  return pattern === undefined ? length : html`${length}, <code>${pattern}</code>`;
}

/** The fields of an object, those of objects inside it by dotted name. */
export function fieldsOf(
  schema: JsonSchema,
  prefix = '',
): { name: string; type: Markup; required: boolean }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const field = value as JsonSchema;
    const items = (field.type === 'array' ? field.items : undefined) as JsonSchema | undefined;
    const name = `${prefix}${key}${items ? '[]' : ''}`;
    const row = { name, type: typeOf(field), required: schema.required?.includes(key) ?? false };
    const inner = items ?? field;
    return inner.properties
      ? [{ ...row, type: items ? html`list` : html`object` }, ...fieldsOf(inner, `${name}.`)]
      : [row];
  });
}

function joinWith(pieces: Markup[], separator: Markup): Markup {
  return join(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [separator, piece])));
}
