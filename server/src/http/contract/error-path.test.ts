import { ErrorBody } from '@doorstep/contract/wire/errors';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sendBytes } from '../../testing/services/send-bytes.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
server.app.get('/api/v1/broken/', async () => {
  throw new Error('the password of Ramesh is 12345');
});
server.app.get('/api/v1/full/', async () => {
  throw Object.assign(new Error('write'), { code: 'ENOSPC' });
});
const admin = await signIn(server, 'superadmin');
const agent = await signIn(server, 'agent');

function expectErrorBody(contentType: unknown, body: string) {
  expect(contentType).toMatch(/^application\/json; charset=utf-8$/i);
  const parsed = z.parse(ErrorBody, JSON.parse(body));
  expect(parsed.detail).toBe(parsed.message);
  expect(parsed.request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(body).not.toMatch(/FST_|\.ts:|node_modules/);
  return parsed;
}

const json = 'application/json';
const form = 'multipart/form-data; boundary=b';
const login = '/api/v1/auth/login/';
const upload = '/api/v1/bulk/bulk-upload/';
const reset = '/api/v1/password-reset/';

const post = (url: string, type: string, payload?: string): InjectOptions => ({
  ...{ method: 'POST', url, headers: { 'content-type': type } },
  ...(payload && { payload }),
});
const brokenOff = (field: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.xlsx"\r\n\r\nabc`;

const refused: [string, number, string, InjectOptions][] = [
  ['an unknown route', 404, 'not_found', { url: '/api/v1/nowhere/' }],
  ['an unknown page', 404, 'not_found', { url: '/nowhere' }],
  ['a path parameter that is no number', 404, 'not_found', { url: '/api/v1/applicants/x/' }],
  ['a path that climbs', 404, 'not_found', { url: '/api/v1/../../etc/passwd' }],
  ['a method nobody answers', 405, 'method_not_allowed', { method: 'PUT', url: login }],
  ['bad percent-encoding', 400, 'bad_request', { url: '/api/v1/users/%E0%A4%A' }],
  ['a parameter that is too long', 414, 'too_large', { url: `/api/v1/users/${'1'.repeat(500)}` }],
  ['broken JSON', 400, 'bad_request', post(login, json, '{')],
  ['no JSON at all', 400, 'invalid', post(login, json)],
  ['a prototype in JSON', 400, 'bad_request', post(login, json, '{"__proto__":{"a":1}}')],
  ['a large body', 413, 'too_large', post(login, json, `"${'x'.repeat(1_100_000)}"`)],
  ['a type nobody reads', 415, 'unsupported_media_type', post(login, 'text/xml', '<a/>')],
  ['plain text', 415, 'unsupported_media_type', post(login, 'text/plain', 'hello')],
  ['JSON where a form is wanted', 415, 'unsupported_media_type', post(upload, json, '{}')],
  ['a form where JSON is wanted', 415, 'unsupported_media_type', post(reset, form, '--b--\r\n')],
  ['nothing where two passwords must match', 400, 'invalid', post(reset, json, 'null')],
  ['no form at all', 415, 'unsupported_media_type', { method: 'POST', url: upload }],
  ['a form without a boundary', 400, 'bad_request', post(upload, 'multipart/form-data', 'x')],
  ['a form that breaks off', 400, 'bad_request', post(upload, form, brokenOff('file'))],
  ['a failure nobody foresaw', 500, 'internal', { url: '/api/v1/broken/' }],
];

// Covers: asvs-4
test.for(refused)('%s is a %i with the standard error body', async ([, status, code, request]) => {
  const answer = await server.app.inject({
    ...request,
    headers: { ...admin.headers, ...request.headers },
  });
  expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
  const body = expectErrorBody(answer.headers['content-type'], answer.body);
  expect(body.code).toBe(code);
  expect(answer.headers['x-request-id']).toBe(body.request_id);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.body).not.toContain('Ramesh');
});

test('a full disk is reported as such, so that the user tells the administrator', async () => {
  const answer = await server.app.inject({ url: '/api/v1/full/' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    ...[503, 'The server has no space left, so nothing was saved. Please tell your administrator.'],
  ]);
});

test('a 405 names the allowed methods', async () => {
  const answer = await server.app.inject({ method: 'PUT', url: '/api/v1/users/1001' });
  expect(answer.headers.allow).toBe('GET, PATCH, DELETE');
});

test('an interrupted submission is the sender’s fault', async () => {
  const sent = post('/api/v1/verification_tasks/', form, brokenOff('photos'));
  const headers = { ...agent.headers, ...sent.headers, 'idempotency-key': 'broken-off-1' };
  const answer = await server.app.inject({ ...sent, headers });
  expect(answer.statusCode).toBe(400);
  expectErrorBody(answer.headers['content-type'], answer.body);
});

const start = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';
const long = 'y'.repeat(20_000);
test.for([
  ['bytes that are no HTTP', 400, 'HELLO\r\n\r\n'],
  ['headers that are too long', 431, `${start}x: ${long}\r\n\r\n`],
  ['an address that is too long', 431, `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['two hosts', 400, `${start}Connection: close\r\nhost: a\r\n\r\n`],
  ['two lengths', 400, `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
] as const)('%s get a %i with the standard error body', async ([, status, bytes]) => {
  const [head = '', body = ''] = (await sendBytes(server, bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expectErrorBody(/content-type: (.*)/i.exec(head)?.[1], body);
});
