import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the metrics on a separate port, because the app's port must not show them. */
export async function serveMetrics(
  registry: { contentType: string; metrics(): Promise<string> },
  { host, port }: { host: string; port: number },
) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics().catch(() => undefined);
    // The metrics come from all processes. While one of them is still starting, the response is a 503.
    if (text === undefined) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
