import { sessionCookie } from '../access/authentication.ts';
import type { ApiOperation } from './document.ts';
import type { JsonSchema } from './named-schemas.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that makes the call, once the words in angle brackets are filled in. */
export function curlOf(
  { path, method, operation }: { path: string; method: string; operation: ApiOperation },
  origin: string,
): string {
  const query = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const search = query.map(({ name }) => `${name}=<${name}>`).join('&');
  const address = origin + path.replace(/\{(\w+)\}/g, '<$1>') + (search ? `?${search}` : '');
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  const answer = Object.values(operation.responses)[0]?.content ?? {};
  const isFile = Object.keys(answer).some((type) => type !== 'application/json');
  return [
    `curl${flags(method)} ${quote(address)}`,
    ...operation.security.map((scheme) =>
      'cookie' in scheme ? `-b '${sessionCookie}=<cookie>'` : `-H 'Authorization: Bearer <token>'`,
    ),
    ...operation.parameters
      .filter((one) => one.in === 'header')
      .map(({ name }) => `-H '${name}: <${name}>'`),
    ...(content ? dataOf(content) : []),
    ...(isFile ? ['-OJ'] : []),
  ].join(' \\\n  ');
}

const flags = (method: string) =>
  method === 'GET' ? '' : method === 'HEAD' ? ' -I' : ` -X ${method}`;

function dataOf([type, { schema }]: [string, { schema: JsonSchema }]): string[] {
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  if (type === 'multipart/form-data') {
    return properties
      .filter(([name, field]) => schema.required?.includes(name) || field.type === 'array')
      .map(([name, field]) =>
        field.format === 'binary' || field.type === 'array'
          ? `-F ${quote(`${name}=@<file>`)}`
          : `-F ${quote(`${name}=<${name}>`)}`,
      );
  }
  if (type !== 'application/json') return [`-H 'Content-Type: ${type}'`, `--data-binary '@<file>'`];
  const sample = Object.fromEntries(
    properties
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, field]) => [name, field.enum?.[0] ?? field.const ?? `<${name}>`]),
  );
  const data = properties.length > 0 ? JSON.stringify(sample) : '@form.json';
  return [`-H 'Content-Type: application/json'`, `-d ${quote(data)}`];
}
