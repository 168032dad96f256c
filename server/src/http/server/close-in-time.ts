import type { FastifyInstance } from 'fastify';

/** Takes no more requests and lets running ones finish. After `timeout` milliseconds, closes those still open. */
export async function closeInTime(app: FastifyInstance, timeout = 8_000): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeout);
  // A connection whose last request began before the stop stays open after its answer.
  const tidy = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => {
    clearTimeout(cut);
    clearInterval(tidy);
  });
}
