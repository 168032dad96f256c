import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  address: string;
  shares: number[];
  stop(): void;
}

/** The milliseconds for which a failed node gets no requests. */
const absence = 10_000;

/**
 * Sends each request to the next node, like a load balancer. If a node fails, answers 502 and leaves out
 * the node for a while.
 */
export async function startRoundRobin(nodes: readonly string[]): Promise<RoundRobin> {
  const shares = nodes.map(() => 0);
  const awayUntil = nodes.map(() => 0);
  let turn = 0;
  const server = createServer((request, response) => {
    do turn = (turn + 1) % nodes.length;
    while ((awayUntil[turn] ?? 0) > Date.now());
    const given = turn;
    shares[turn] = (shares[turn] ?? 0) + 1;
    const onward = send(
      new URL(request.url ?? '/', nodes[turn]),
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    onward.once('error', ({ code }: NodeJS.ErrnoException) => {
      const hasGone = code === 'ECONNREFUSED' || code === 'ECONNRESET';
      // Leaves out at most one node at a time, so that a node is always left for the requests.
      if (hasGone && !response.destroyed && awayUntil.every((until) => until < Date.now())) {
        awayUntil[given] = Date.now() + absence;
      }
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shares,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
