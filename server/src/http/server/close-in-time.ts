import type { FastifyInstance } from 'fastify';

export async function closeInTime(app: FastifyInstance, timeout = 8_000): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeout);
  // `app.close` closes only connections that are idle when it is called. A connection with a request in
  // progress becomes idle later, so this repeats.
  const tidy = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => {
    clearTimeout(cut);
    clearInterval(tidy);
  });
}
