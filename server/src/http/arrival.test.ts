import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowSlowArrival, boundArrival } from './arrival.ts';

const limits = { usual: 400, idle: 300, longest: 60_000 };
const app = Fastify();
let port = 0;
beforeAll(async () => {
  boundArrival(app, limits);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const count = ({ raw }: FastifyRequest) => raw.toArray().then(({ length }) => length);
  app.post('/usual', count);
  app.post('/slow', (request) => {
    allowSlowArrival(request, limits);
    return count(request);
  });
  app.post('/busy', (request) => {
    allowSlowArrival(request, limits);
    return sleep(1000).then(() => count(request));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends ten bytes, one at a time, `pause` milliseconds apart, and stops after `stopAfter` of them. */
async function exchange(path: string, pause: number, stopAfter = 10): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 10\r\nconnection: close\r\n\r\n`,
  );
  for (let sent = 0; sent < stopAfter && !socket.destroyed; sent += 1) {
    await sleep(pause);
    socket.write('x');
  }
  await Promise.race([closed, sleep(3000)]);
  socket.destroy();
  return answer;
}

const send = async (...sent: Parameters<typeof exchange>) =>
  (await exchange(...sent)).split('\r\n')[0];

test('a body that does not come in its time is cut off', async () => {
  expect(await send('/usual', 5)).toBe('HTTP/1.1 200 OK');
  const late = await exchange('/usual', 100);
  expect(late).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(late.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    success: false,
    message: 'The request took too long to arrive.',
    request_id: expect.any(String),
  });
});

test('where slow senders are awaited, bytes that keep coming may take long', async () => {
  expect(await send('/slow', 100)).toBe('HTTP/1.1 200 OK');
});

test('a slow sender that falls silent is cut off', async () => {
  expect(await send('/slow', 20, 5)).toBe('HTTP/1.1 408 Request Timeout');
});

test('a sender is not blamed for what we leave unread', async () => {
  expect(await send('/busy', 5)).toBe('HTTP/1.1 200 OK');
});
