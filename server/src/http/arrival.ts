import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseLate } from './unreadable-request.ts';

/** Milliseconds that a request may take to arrive: any, and one that is allowed to be slow. */
export const arrivalLimits = { usual: 60_000, idle: 30_000, longest: 3_600_000 };

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>();

/** Without these headers a request ends with its head, which is here: most do, and need no timer. */
const hasBody = ({ headers }: FastifyRequest['raw']) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Cuts off a request whose body hasn't arrived after a minute; {@link allowSlowArrival} grants one more. */
export function boundArrival(app: FastifyInstance, limits = arrivalLimits): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if (hasBody(raw)) {
      timers.set(raw, setTimeout(cutOff, limits.usual, raw));
      raw.once('close', () => clearTimeout(timers.get(raw)));
    }
    done();
  });
}

/** Lets a request take as long as the server takes any, provided that its bytes keep coming. For senders we know. */
export function allowSlowArrival({ raw }: FastifyRequest, { idle } = arrivalLimits): void {
  clearTimeout(timers.get(raw));
  let received = raw.socket.bytesRead;
  const timer = setInterval(() => {
    // What lies here unread is our own slowness.
    const isWaitingForUs = raw.complete || raw.readableLength > 0;
    if (!isWaitingForUs && raw.socket.bytesRead === received) cutOff(raw);
    received = raw.socket.bytesRead;
  }, idle);
  timers.set(raw, timer);
}

function cutOff(raw: FastifyRequest['raw']): void {
  clearTimeout(timers.get(raw));
  if (raw.complete) return;
  if (raw.socket.writable) refuseLate(raw.socket);
  // A moment for the answer to leave.
  setTimeout(() => raw.destroy(), 500).unref();
}
