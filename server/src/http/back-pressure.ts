import type { FastifyInstance } from 'fastify';
import { unavailable } from '../problems.ts';

const every = 100;

/**
 * Refuses requests while the process is so far behind that nobody would wait for their answer: better a quick 503 for
 * some than silence for all. Who asks whether the process lives is always answered.
 */
export function holdBack(app: FastifyInstance, { longestLag = 1_000 } = {}): void {
  let due = performance.now() + every;
  let lag = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lag = now - due;
    due = now + every;
  }, every).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async (request) => {
    // What the timer has not seen yet counts too: it stands behind this request in the queue.
    if (Math.max(lag, performance.now() - due) > longestLag && request.url !== '/healthz') {
      throw unavailable('The service is very busy. Please try again in a moment.');
    }
  });
}
