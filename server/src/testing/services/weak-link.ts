import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const piece = 6_144;

/**
 * Starts a TCP proxy to a server. The proxy breaks a connection whenever it has received `cutAfter` bytes
 * from clients. The client notices the break immediately. The server doesn't: its connection stays open until
 * the next break. `sent` counts the bytes in both directions, including headers.
 */
export async function startWeakLink(port: number, cutAfter: number) {
  const count = { sent: 0, cuts: 0 };
  let up = 0;
  let dead: Socket | undefined;
  const open = new Set<Socket>();

  const link = createServer({ pauseOnConnect: true }, async (client) => {
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    server.on('data', (bytes) => {
      if (client.destroyed) return;
      count.sent += bytes.length;
      client.write(bytes);
    });
    client.on('close', () => {
      if (server !== dead) server.end();
    });
    try {
      for await (const chunk of client.iterator({ destroyOnReturn: false })) {
        for (let at = 0; at < chunk.length; at += piece) {
          const bytes = chunk.subarray(at, at + piece);
          count.sent += bytes.length;
          up += bytes.length;
          if (!server.write(bytes)) await once(server, 'drain');
          // Real time: slows the link, so that the server has read these bytes before a break.
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (up < cutAfter) continue;
          up = 0;
          count.cuts += 1;
          dead?.destroy();
          dead = server;
          client.resetAndDestroy();
          return;
        }
      }
    } catch {
      // The client has closed the connection.
    }
  }).listen(0, '127.0.0.1');
  await once(link, 'listening');
  onTestFinished(() => {
    link.close();
    for (const socket of open) socket.destroy();
  });
  return { port: (link.address() as AddressInfo).port, count };
}
