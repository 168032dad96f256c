import { once } from 'node:events';
import { connect } from 'node:net';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
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

async function deleteOverTheWire(headers: string[], body: string): Promise<string> {
  const { headers: of } = await signIn(server, 'admin');
  const { id } = await addApplicant(server.db);
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const socket = connect(address.port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  const lines = ['Host: a', 'Connection: close', `Authorization: ${of.authorization}`, ...headers];
  socket.write(`DELETE /api/v1/applicants/${id}/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  return answer;
}

test.for([
  ['of no length', ['Content-Length: 0', 'Content-Type: application/json'], ''],
  ['in no chunks', ['Transfer-Encoding: chunked', 'Content-Type: application/json'], '0\r\n\r\n'],
  ['in no chunks, without a type', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['of another type', ['Content-Length: 0', 'Content-Type: text/plain'], ''],
  ['of a line break', ['Content-Length: 2', 'Content-Type: application/json'], '\r\n'],
] as const)('an empty body %s deletes', async ([, headers, body]) => {
  expect(await deleteOverTheWire([...headers], body)).toMatch(/^HTTP\/1.1 200 .*"success":true/s);
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
