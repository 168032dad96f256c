import { once } from 'node:events';
import { request } from 'node:http';
import { login } from '@doorstep/contract/auth';
import { password } from '../test-app.ts';

async function signInFrom(port: number, localAddress: string, email: string) {
  const body = JSON.stringify({ email_or_mobile: email, password });
  const asked = request({
    ...{ port, host: '127.0.0.1', localAddress, path: login.path, method: 'POST' },
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  }).end(body);
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode as number;
}

/**
 * Reads lists, four at a time, and signs in from another address, repeatedly until `end` resolves. Returns
 * all statuses.
 */
export async function workOn(
  port: number,
  { headers, email }: { headers: Record<string, string>; email: string },
  end: Promise<unknown>,
): Promise<{ reads: number[]; signIns: number[] }> {
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  end.then(stop, stop);
  const reads: number[] = [];
  const signIns: number[] = [];
  while (!isOver) {
    const asked = Array.from({ length: 4 }, () =>
      fetch(`http://127.0.0.1:${port}/api/v1/applicants/`, { headers }),
    );
    for (const answer of await Promise.all(asked)) {
      await answer.arrayBuffer();
      reads.push(answer.status);
    }
    signIns.push(await signInFrom(port, '127.0.0.2', email));
  }
  return { reads, signIns };
}
