import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import { sendBytes } from '../../testing/services/send-bytes.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();

const takeJson = endpointRows.filter(
  ([name, { endpoint }]) =>
    name !== 'logout' && endpoint.request === 'json' && !['GET', 'HEAD'].includes(endpoint.method),
);

// Covers: other-clients-6
test('every endpoint accepts an empty JSON body as no body', async () => {
  const people = {
    agent: await signIn(server, 'agent'),
    office: await signIn(server, 'superadmin'),
  };
  const types = [undefined, 'application/json', 'application/json; charset=utf-8'];
  for (const [name, { endpoint }] of takeJson) {
    const who = people[['agent', 'agentSending'].includes(endpoint.access) ? 'agent' : 'office'];
    const answers: unknown[] = [];
    for (const type of types) {
      const { statusCode, body } = await server.app.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/:\w+/g, '999999999'),
        headers: { ...who.headers, ...(type && { 'content-type': type }) },
      });
      answers.push([statusCode, JSON.parse(body || '{}').message]);
    }
    expect(answers, name).toEqual(types.map(() => answers[0]));
  }
});

test.for([
  ['of no length', ['Content-Length: 0', 'Content-Type: application/json'], ''],
  ['in no chunks', ['Transfer-Encoding: chunked', 'Content-Type: application/json'], '0\r\n\r\n'],
  ['in no chunks, without a type', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['of another type', ['Content-Length: 0', 'Content-Type: text/plain'], ''],
  ['of a line break', ['Content-Length: 2', 'Content-Type: application/json'], '\r\n'],
] as const)('an empty body %s deletes', async ([, headers, body]) => {
  const { authorization } = (await signIn(server, 'admin')).headers;
  const { id } = await addApplicant(server.db);
  const lines = ['Host: a', 'Connection: close', `Authorization: ${authorization}`, ...headers];
  const head = `DELETE /api/v1/applicants/${id}/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  expect(await sendBytes(server, head + body)).toMatch(/^HTTP\/1.1 200 .*"success":true/s);
});

test('a body without a type is JSON', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login/',
    payload: Buffer.from('{"email_or_mobile":""}'),
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toHaveProperty('email_or_mobile');
});
