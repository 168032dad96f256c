import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../problems.ts';

const every = 100;
/** So many may be answered at a time, however slow the machine is. */
const always = 64;
const mostReports = 32;

// Made once: thousands a second are refused with it.
const tooBusy = unavailable('The service is very busy. Please try again in a moment.');

/** What takes long by its nature and is bounded where it is done: files that arrive, and streams. */
const isLong = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('multipart/') === true ||
  headers.accept === 'text/event-stream';

/**
 * Refuses requests while the process is so far behind that nobody would wait for their answer: better a quick 503 for
 * some than silence for all. Who asks whether the process lives is always answered.
 */
export function holdBack(
  app: FastifyInstance,
  { longestLag = 1_000, longestWait = 800, atLeast = always } = {},
): void {
  let due = performance.now() + every;
  let lag = 0;
  const underWay = { reports: 0, others: 0 };
  let answered = 0;
  // Answers a second: of late, and what was seen to be possible, which is forgotten within seconds.
  let rate = 0;
  let possible = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lag = now - due;
    due = now + every;
    rate = rate * 0.9 + ((answered * 1_000) / (every + Math.max(0, lag))) * 0.1;
    possible = Math.max(rate, possible * 0.98);
    answered = 0;
  }, every).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/healthz') return done();
    // What the timer has not seen yet counts too: it stands behind this request in the queue.
    const isBehind = Math.max(lag, performance.now() - due) > longestLag;
    // Whoever comes to a queue waits as long as those before take.
    const kind = request.url.startsWith('/api/v1/pdf-generator/') ? 'reports' : 'others';
    const most = Math.max(atLeast, (possible * longestWait) / 1_000);
    const isLongQueue = underWay[kind] >= (kind === 'reports' ? mostReports : most);
    if (isBehind || isLongQueue) return done(tooBusy);
    if (isLong(request)) return done();
    underWay[kind] += 1;
    // Comes once, after the last byte or when whoever asked has gone.
    reply.raw.once('close', () => {
      underWay[kind] -= 1;
      if (kind === 'others') answered += 1;
    });
    done();
  });
}
