import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { login } from '@doorstep/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { password, signIn, startSharedApp } from '../../testing/test-app.ts';

const attacker = fileURLToPath(
  new URL('../../testing/services/half-sending-process.ts', import.meta.url),
);
const [rate, total] = [1_000, 10_000];

const server = await startSharedApp();
const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);

async function signInFrom(localAddress: string, email: string): Promise<number> {
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
test('a thousand half-sent requests a second from one address block no other request', async () => {
  const { headers, user } = await signIn(server, 'admin');
  const child = fork(attacker, [port, rate, total].map(String));
  onTestFinished(() => {
    child.kill();
  });
  const under = Promise.race([
    once(child, 'message').then(([said]: { seconds: number; failed: number }[]) => said),
    once(child, 'exit').then(() => undefined),
  ]);
  let isOver = false;
  const ended = under.finally(() => {
    isOver = true;
  });
  const reads: number[] = [];
  const signIns: number[] = [];
  while (!isOver) {
    const url = `http://127.0.0.1:${port}/api/v1/applicants/`;
    const asked = Array.from({ length: 4 }, () => fetch(url, { headers }));
    for (const answer of await Promise.all(asked)) {
      await answer.arrayBuffer();
      reads.push(answer.status);
    }
    signIns.push(await signInFrom('127.0.0.2', user.email));
  }
  const said = await ended;
  if (child.exitCode === null) await once(child, 'exit');
  // Asserts that all requests connected, but prints the rate, because it depends on the machine.
  expect(said?.failed).toBe(0);
  expect(said?.seconds).toBeGreaterThan(0);
  console.info(
    `${Math.round(total / (said?.seconds ?? 0))} half-sent requests a second, ${reads.length} reads, ${signIns.length} sign-ins`,
  );
  expect(reads.filter((status) => status !== 200)).toEqual([]);
  expect(signIns.filter((status) => status !== 200)).toEqual([]);
  expect(reads.length).toBeGreaterThan(3);
});
