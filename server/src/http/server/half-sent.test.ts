import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@doorstep/contract/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, signIn, startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());

/** A request of 130 bytes whose body never comes whole. */
function sendHalf(path: string): Socket {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume().write(`${head}{"re`.padEnd(130));
  return socket;
}

async function attack(seconds: number): Promise<Socket[]> {
  const paths = ['/api/v1/auth/token/refresh/', '/api/v1/auth/second-factor/'];
  const sockets: Socket[] = [];
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    for (let one = 0; one < 30; one += 1) sockets.push(sendHalf(paths[one % 2] ?? ''));
    await sleep(100);
  }
  return sockets;
}

/** Signs in from another address of this machine. */
async function signInFrom(localAddress: string, email: string): Promise<number | undefined> {
  const body = JSON.stringify({ email_or_mobile: email, password });
  const asked = request({
    ...{ port, host: '127.0.0.1', localAddress, path: login.path, method: 'POST' },
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  }).end(body);
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode;
}

// Covers: threat-18, fault-13
test('three hundred half-sent requests a second from one address cost nobody an answer', async () => {
  const { headers, user } = await signIn(server, 'admin');
  const under = attack(3);
  let isOver = false;
  void under.finally(() => {
    isOver = true;
  });
  const reads: number[] = [];
  const signIns: (number | undefined)[] = [];
  while (!isOver) {
    const asked = Array.from({ length: 4 }, () =>
      fetch(`http://127.0.0.1:${port}/api/v1/applicants/`, { headers }),
    );
    const answers = await Promise.all(asked);
    for (const answer of answers) {
      await answer.arrayBuffer();
      reads.push(answer.status);
    }
    signIns.push(await signInFrom('127.0.0.2', user.email));
  }
  for (const socket of await under) socket.destroy();
  expect(reads.filter((status) => status !== 200)).toEqual([]);
  expect(signIns.filter((status) => status !== 200)).toEqual([]);
  expect(reads.length).toBeGreaterThan(3);
});
