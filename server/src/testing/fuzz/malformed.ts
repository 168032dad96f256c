import type { ApiOperation, OpenApiDocument } from '../../http/openapi/document.ts';
import type { JsonSchema } from '../../http/openapi/named-schemas.ts';
import {
  brokenBodies,
  contentTypes,
  deep,
  fileContents,
  fileNames,
  numbers,
  others,
  paths,
  strings,
} from './wrong-values.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
  operation: string;
  trick: string;
}

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/**
 * Returns the JSON text of a value that most schemas reject. As a JavaScript value, some numbers would
 * change.
 */
function wrongValue(random: Random): string {
  const kind = random();
  if (kind < 0.6) return JSON.stringify(pick(random, strings));
  if (kind < 0.85) return pick(random, numbers);
  if (kind < 0.87) return deep;
  return pick(random, others);
}

/** Returns the JSON text of a value that has the type in a schema, but may break the schema's other rules. */
function likelyValue(random: Random, schema: JsonSchema, known: readonly string[]): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(pick(random, schema.enum));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return likelyValue(random, pick(random, choices), known);
  if (schema.type === 'boolean') return pick(random, ['true', 'false']);
  if (schema.type === 'integer' || schema.type === 'number') return pick(random, ['0', '1', '2']);
  if (schema.type === 'array') return '[]';
  if (schema.properties) return likelyObject(random, schema, known);
  return JSON.stringify(pick(random, known));
}

function likelyObject(random: Random, schema: JsonSchema, known: readonly string[]): string {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${JSON.stringify(name)}:${likelyValue(random, field as JsonSchema, known)}`,
  );
  return `{${fields.join(',')}}`;
}

/** Returns an object with a wrong, missing, repeated or extra field, or another value than an object. */
function mangledObject(random: Random, schema: JsonSchema, known: readonly string[]): string {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return mangledObject(random, pick(random, choices), known);
  if (random() < 0.1) return wrongValue(random);
  const target = pick(random, Object.keys(schema.properties ?? {}));
  const trick = pick(random, ['wrong', 'wrong', 'wrong', 'missing', 'extra', 'twice', 'list']);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const key = JSON.stringify(name);
    const value = likelyValue(random, field as JsonSchema, known);
    if (name !== target || trick === 'extra') return [`${key}:${value}`];
    if (trick === 'missing') return [];
    if (trick === 'list') return [`${key}:[${value}]`];
    return [...(trick === 'twice' ? [`${key}:${value}`] : []), `${key}:${wrongValue(random)}`];
  });
  if (trick === 'extra') fields.push(`"is_superadmin":true`, `"id":${wrongValue(random)}`);
  return `{${fields.join(',')}}`;
}

function mangledForm(random: Random, schema: JsonSchema, known: readonly string[]) {
  const part = (name: string, value: string, file?: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${value}\r\n`;
  const parts = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { type, format } = field as JsonSchema;
    if (type === 'array' || format === 'binary') {
      return part(name, pick(random, [...fileContents, ...known]), pick(random, fileNames));
    }
    const value = pick(random, [...strings.slice(0, 8), ...known, 'positive']);
    return part(name, value.replaceAll('\r\n', ' '));
  });
  const trick = pick(random, ['whole', 'open', 'many', 'unnamed', 'twice']);
  if (trick === 'many') parts.push(...Array.from({ length: 120 }, (_, at) => part(`f${at}`, 'x')));
  if (trick === 'unnamed')
    parts.push('--b\r\n\r\nx\r\n', '--b\r\nContent-Disposition: nonsense\r\n\r\n\r\n');
  if (trick === 'twice') parts.push(...parts);
  return parts.join('') + (trick === 'open' ? '' : '--b--\r\n');
}

export function malform(
  random: Random,
  [path, method, operation]: readonly [string, string, ApiOperation],
  known: readonly string[],
): FuzzRequest {
  const odd = () => pick(random, [...strings, ...numbers]);
  const tricks: string[] = [];
  let address = path.replace(/\{\w+\}/g, () => {
    const usual = random() < 0.6;
    if (!usual) tricks.push('path parameter');
    return encodeURIComponent((usual ? pick(random, known) : odd()).toWellFormed().slice(0, 4000));
  });
  if (random() < 0.05) {
    tricks.push('path');
    address += pick(random, paths);
  }
  const search: string[] = [];
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'query' || random() < 0.4) continue;
    const value = random() < 0.5 ? odd() : String(JSON.parse(likelyValue(random, schema, known)));
    const encoded = `${name}=${encodeURIComponent(value.toWellFormed().slice(0, 4000))}`;
    search.push(encoded, ...(random() < 0.15 ? [encoded, `${name}[]=1`] : []));
    tricks.push(`?${name}`);
  }
  if (random() < 0.05)
    search.push(`unknown=${encodeURIComponent(odd().toWellFormed().slice(0, 999))}`, '%zz', '&&=');
  const headers: Record<string, string> = {};
  for (const { name, in: place } of operation.parameters) {
    if (place === 'header' && random() < 0.8) {
      headers[name] =
        random() < 0.5 ? `fuzz-key-${random()}` : pick(random, ['', 'x', 'é', 'y'.repeat(300)]);
    }
  }
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  let body: Buffer | undefined;
  if (content) {
    const [type, { schema }] = content;
    const isForm = type === 'multipart/form-data';
    const written = isForm
      ? mangledForm(random, schema, known)
      : mangledObject(random, schema, known);
    const isBroken = random() < 0.06;
    const isMistyped = random() < 0.08;
    body = Buffer.from(isBroken ? pick(random, brokenBodies) : written, isForm ? 'latin1' : 'utf8');
    const rightType = isForm ? `${type}; boundary=b` : type;
    headers['content-type'] = isMistyped ? pick(random, contentTypes) : rightType;
    tricks.push(isBroken ? 'broken body' : isMistyped ? 'content type' : 'body');
  } else if (random() < 0.1) {
    body = Buffer.from(pick(random, brokenBodies));
    headers['content-type'] = pick(random, ['application/json', ...contentTypes]);
    tricks.push('unasked body');
  }
  return {
    method:
      random() < 0.02 ? pick(random, ['PUT', 'OPTIONS', 'HEAD', 'TRACE']) : method.toUpperCase(),
    path: address + (search.length > 0 ? `?${search.join('&')}` : ''),
    headers,
    ...(body && { body }),
    operation: operation.operationId,
    trick: tricks.join(', '),
  };
}

export const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  );
