import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  address: string;
  /** How many requests each node was given. */
  shares: number[];
  stop(): void;
}

/** A plain proxy that gives each request to the next node, as one in front of several machines does; a node that is away costs a 502. */
export async function startRoundRobin(nodes: readonly string[]): Promise<RoundRobin> {
  const shares = nodes.map(() => 0);
  let turn = 0;
  const server = createServer((request, response) => {
    turn = (turn + 1) % nodes.length;
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
    onward.once('error', () => {
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
