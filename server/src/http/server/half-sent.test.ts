import type { Socket } from 'node:net';
// Real time: a number of requests a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendHalf } from '../../testing/services/half-sent.ts';
import { workOn } from '../../testing/services/honest-work.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);

async function attack(seconds: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    for (let one = 0; one < 30; one += 1) sockets.push(sendHalf(port, one));
    await sleep(100);
  }
  return sockets;
}

// half-sent.long.test.ts sends a thousand a second, which needs a separate process.
// Covers: threat-18, fault-13
test('three hundred half-sent requests a second from one address block no other request', async () => {
  const { headers, user } = await signIn(server, 'admin');
  const under = attack(3);
  const { reads, signIns } = await workOn(port, { headers, email: user.email }, under);
  for (const socket of await under) socket.destroy();
  expect(reads.filter((status) => status !== 200)).toEqual([]);
  expect(signIns.filter((status) => status !== 200)).toEqual([]);
  expect(reads.length).toBeGreaterThan(3);
});
