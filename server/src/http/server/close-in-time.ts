import type { FastifyInstance } from 'fastify';

export async function closeInTime(app: FastifyInstance, timeout = 8_000): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), timeout);
  // Closes idle connections repeatedly. If a request began before `app.close` was called, its connection
  // stays open after the answer.
  const tidy = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => {
    clearTimeout(cut);
    clearInterval(tidy);
  });
}
