import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Origin } from '../support/network/static-app.ts';
import { makeAnswers, missing } from './foreign-answers.ts';
import { findRow } from './section-seven.ts';

/** A request that the backend received. CORS preflight requests and requests for images are not recorded. */
export interface SeenCall {
  method: string;
  /** The path below the base path, exactly as sent. */
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** The parsed JSON, or the parts of a multipart body with file names instead of files. */
  body: unknown;
  status: number;
}

export interface ForeignBackend extends Origin {
  calls: SeenCall[];
}

const basePath = '/provider';
// Any origin is allowed, without cookies, as usual for an API with tokens.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
};

/**
 * Starts a backend on another origin, below a base path. The backend implements exactly section 7 of the
 * specification, and serves `images`.
 */
export async function startForeignBackend(images: Map<string, Buffer>): Promise<ForeignBackend> {
  const calls: SeenCall[] = [];
  const answers = makeAnswers();

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '';
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    if (path.startsWith('/media/')) {
      const image = images.get(path);
      return response.writeHead(image ? 200 : 404, { 'content-type': 'image/jpeg' }).end(image);
    }
    const call = {
      method: request.method ?? '',
      path,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: await readBody(request),
    };
    const row = findRow(call.method, path);
    const { status = 200, json, pdf } = row ? answers[row.name]({ ...call, id: row.id }) : missing;
    calls.push({ ...call, status });
    const type = pdf ? 'application/pdf' : 'application/json';
    response.writeHead(status, { ...cors, 'content-type': type });
    return response.end(pdf ?? (json === undefined ? undefined : JSON.stringify(json)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}${basePath}`,
    calls,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = Buffer.concat(await request.toArray());
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return JSON.parse(bytes.toString());
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );
}
