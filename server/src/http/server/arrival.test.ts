import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
// Real time: the bytes of a body arrive slowly.
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { SignedIn } from '../access/authentication.ts';
import { allowSlowArrival, boundArrival, hasBody } from './arrival.ts';

/** The timeouts are longer than a test may take, so that none of them ends a request on a slow machine. */
const patient = {
  ...{ bodyTimeout: 600_000, slowBodySilence: 600_000 },
  ...{ unfinishedPerAddress: 3, unfinishedPerUser: 2 },
};
const [senderCame, senderLeft] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
let begun = 0;

async function serve(limits: typeof patient): Promise<number> {
  const app = Fastify();
  app.decorateRequest('signedIn', undefined);
  boundArrival(app, limits);
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers['x-user'] ?? 0);
    if (id > 0) request.signedIn = { id } as SignedIn;
    if (id < 0) throw Object.assign(new Error('Who are you?'), { statusCode: 401 });
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const count = ({ raw }: FastifyRequest) => raw.toArray().then(({ length }) => length);
  app.post('/usual', count);
  app.post('/slow', (request) => {
    allowSlowArrival(request, limits);
    begun += 1;
    return count(request);
  });
  app.post('/silent', (request) => {
    allowSlowArrival(request, { slowBodySilence: 1_000 });
    return count(request);
  });
  app.post('/busy', (request) => {
    allowSlowArrival(request, { slowBodySilence: 500 });
    return sleep(1_500).then(() => count(request));
  });
  app.post('/left', (request, reply) => {
    senderCame.resolve();
    request.raw.once('close', () => {
      allowSlowArrival(request, limits);
      senderLeft.resolve();
      reply.send();
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  return (app.server.address() as AddressInfo).port;
}
const port = await serve(patient);
const strictPort = await serve({ ...patient, bodyTimeout: 1_000 });

async function exchange(to: number, path: string, pause: number, stopAfter = 10): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Sends the first byte with the headers, because the silence is measured from the arrival of the headers.
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 10\r\nconnection: close\r\n\r\nx`,
  );
  for (let sent = 1; sent < stopAfter && !socket.destroyed; sent += 1) {
    await sleep(pause);
    socket.write('x');
  }
  await closed;
  return answer;
}

const send = async (...sent: Parameters<typeof exchange>) =>
  (await exchange(...sent)).split('\r\n')[0];

test.each([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('a request with the headers %j has a body: %s', (headers, expected) => {
  expect(hasBody({ headers } as FastifyRequest['raw'])).toBe(expected);
});

// Covers: threat-18
test.concurrent('a body that arrives too late is cut off', async () => {
  expect(await send(port, '/usual', 5)).toBe('HTTP/1.1 200 OK');
  const late = await exchange(strictPort, '/usual', 200);
  expect(late).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(late.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    success: false,
    message: 'The request took too long to arrive.',
    request_id: expect.any(String),
  });
});

test.concurrent('where slow senders are allowed, a body may take long if bytes keep arriving', async () => {
  expect(await send(strictPort, '/slow', 200)).toBe('HTTP/1.1 200 OK');
});

// Covers: threat-18, fault-41
test.concurrent('a slow sender that goes silent is cut off', async () => {
  expect(await send(port, '/silent', 20, 5)).toBe('HTTP/1.1 408 Request Timeout');
});

test.concurrent('a sender is not blamed for bytes that the server has not read', async () => {
  expect(await send(port, '/busy', 5)).toBe('HTTP/1.1 200 OK');
});

// Covers: threat-18
test('no timer remains of a request without a body, nor of one whose sender disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const leaver = connect(port, '127.0.0.1');
  leaver.write(
    'POST /left HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 10\r\n\r\nhalf',
  );
  await senderCame.promise;
  leaver.destroy();
  await senderLeft.promise;
  expect(vi.getTimerCount()).toBe(0);
});

/**
 * Waits until the server has begun `more` requests in addition to the first `before`. The server closes the
 * oldest request first, so a test must know which request began first.
 */
const beganAfter = (before: number, more: number) => expect.poll(() => begun - before).toBe(more);

/** Sends a request's headers and the first four of the ten bytes of its body. */
function begin(localAddress: string, user = 0) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let answer = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      answer += chunk;
    });
  socket.write(
    `POST /slow HTTP/1.1\r\nhost: x\r\nx-user: ${user}\r\ncontent-type: x/y\r\ncontent-length: 10\r\n\r\nhalf`,
  );
  return {
    status: () => answer.split('\r\n')[0]?.slice(9, 12),
    answer: () => answer,
    isOpen: () => !socket.destroyed,
    finish: () => socket.write('-other'),
    end: () => socket.destroy(),
  };
}

async function allAnswered(requests: ReturnType<typeof begin>[]) {
  for (const one of requests) one.finish();
  const statuses = () => requests.map(({ status }) => status());
  await expect.poll(statuses).toEqual(requests.map(() => '200'));
}

// Covers: fault-13
test('of too many unfinished requests of one address the oldest is closed, without effect on other addresses', async () => {
  const before = begun;
  const other = begin('127.0.0.2');
  await beganAfter(before, 1);
  const own: ReturnType<typeof begin>[] = [];
  for (let one = 0; one < 5; one += 1) {
    own.push(begin('127.0.0.1'));
    await beganAfter(before, 2 + one);
  }
  await expect.poll(() => own.map(({ status }) => status())).toEqual(['429', '429', '', '', '']);
  expect(own[0]?.answer()).toMatch(/\r\nRetry-After: 1\r\n/);
  expect(own[0]?.answer()).toContain('"code":"too_many_unfinished"');
  await allAnswered([...own.slice(2), other]);
  for (const one of [...own, other]) one.end();
});

// Covers: fault-13
test('signed-in users are counted separately from the address that they share', async () => {
  const users: ReturnType<typeof begin>[] = [];
  const before = begun;
  for (let user = 1; user <= 5; user += 1) users.push(begin('127.0.0.1', user));
  await beganAfter(before, 5);
  const again = [begin('127.0.0.1', 1), begin('127.0.0.1', 1)];
  await expect.poll(() => users[0]?.status()).toBe('429');
  await allAnswered([...users.slice(1), ...again]);
  for (const one of [...users, ...again]) one.end();
});

// Covers: threat-18
test('a request rejected before its body arrived is counted too, and answered once', async () => {
  const own: ReturnType<typeof begin>[] = [];
  for (let one = 0; one < 6; one += 1) {
    own.push(begin('127.0.0.1', -1));
    await expect.poll(() => own[one]?.status()).toBe('401');
  }
  await expect.poll(() => own.filter(({ isOpen }) => isOpen()).length).toBe(3);
  for (const one of own) {
    expect(one.answer().match(/HTTP\/1\.1/g)).toHaveLength(1);
    one.end();
  }
});
