import { passwordReset } from '@doorstep/contract/auth';
import { reportBody, simpleGenerate } from '@doorstep/contract/reports';
import { accessTable, type Endpoint } from '@doorstep/contract/wire/endpoint';
import type { EndpointRow } from '@doorstep/contract/wire/endpoint-row';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import type * as z from 'zod/mini';
import { sessionCookie } from '../access/authentication.ts';
import { describeSchema, type JsonSchema } from './named-schemas.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

export type ApiOperation = ReturnType<typeof describeOperation>;
export type OpenApiDocument = ReturnType<typeof describeApi>;
type Shared = Record<string, JsonSchema>;

export function describeApi(shortName: string) {
  const schemas: Shared = {};
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const [name, row] of endpointRows) {
    const { endpoint } = row;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(name, row, shortName, schemas),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${shortName} API`,
      version: '1',
      description:
        'Every call of the back office and of field agents. Every failure has a body of the schema Error. A trailing slash is optional. An empty body counts as no body, and an empty filter as absent. null counts as absent unless the field accepts null. Numbers and booleans may be sent as text.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpointRows.map(([, row]) => row.noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
}

function describeOperation(name: string, row: EndpointRow, shortName: string, schemas: Shared) {
  const { endpoint, title, note, noun } = row;
  const isPublic = endpoint.access === 'public';
  const body = describeBody(row, shortName, schemas);
  return {
    operationId: name,
    summary: title,
    ...(note && { description: note }),
    tags: [noun],
    security: isPublic ? [] : [{ [endpoint === passwordReset ? 'cookie' : 'bearer']: [] }],
    'x-access': accessTable[endpoint.access],
    parameters: [
      ...parametersOf(endpoint.params, 'path', schemas),
      ...parametersOf(endpoint.query, 'query', schemas),
      ...headersOf(row.headers, true),
      ...headersOf(row.optionalHeaders, false),
    ],
    ...(body && { requestBody: { required: true as const, content: body } }),
    responses: {
      [endpoint.status]: { description: 'Done', content: describeAnswer(row, schemas) },
      default: {
        description: 'Rejected or failed',
        content: json(describeSchema(ErrorBody, 'output', schemas)),
      },
    },
  };
}

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
const binary: JsonSchema = { type: 'string', format: 'binary' };

const headersOf = (headers: Record<string, string> | undefined, required: boolean) =>
  Object.entries(headers ?? {}).map(
    ([name, description]): Parameter => ({
      ...{ name, in: 'header', required, description, schema: { type: 'string' } },
    }),
  );

function parametersOf(
  schema: z.ZodMiniType,
  place: 'path' | 'query',
  schemas: Shared,
): Parameter[] {
  const { properties = {}, required = [] } = describeSchema(schema, 'input', schemas);
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value as JsonSchema,
  }));
}

function describeBody(
  { endpoint, multipart }: EndpointRow,
  shortName: string,
  schemas: Shared,
): Content | undefined {
  if (multipart) {
    const { properties = {}, required = [] } = multipart.fields
      ? describeSchema(multipart.fields, 'input', schemas)
      : {};
    const file = multipart.several ? { type: 'array' as const, items: binary } : binary;
    const schema: JsonSchema = {
      type: 'object',
      properties: { ...properties, [multipart.file]: file },
      required: multipart.several ? required : [...required, multipart.file],
    };
    return { 'multipart/form-data': { schema } };
  }
  if (endpoint.request === 'bytes') return { 'application/octet-stream': { schema: binary } };
  const body = bodyOf(endpoint, shortName);
  if (/^(GET|HEAD|DELETE)$/.test(endpoint.method) || isAnything(body)) {
    return undefined;
  }
  return json(describeSchema(body, 'input', schemas));
}

/**
 * Returns the schema of a body. The fields of the report's form depend on the provider's short name, which
 * is a setting.
 */
const bodyOf = (endpoint: Endpoint, shortName: string): z.ZodMiniType =>
  endpoint === simpleGenerate ? reportBody(shortName) : endpoint.body;

const isAnything = (schema: z.ZodMiniType) => schema._zod.def.type === 'unknown';

function describeAnswer({ endpoint, produces }: EndpointRow, schemas: Shared): Content {
  if (endpoint.reply === 'empty') return {};
  if (endpoint.reply === 'file')
    return { [produces ?? 'application/octet-stream']: { schema: binary } };
  return json(describeSchema(endpoint.response, 'output', schemas));
}
