import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { listEvents } from '@doorstep/contract/events';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import { waiveWaiting, withPatience } from '../db/patience.ts';
import { unavailable } from '../problems.ts';
import { adaptLimit, type LimitBounds } from './adaptive-limit.ts';
import { errorBody } from './error-handler.ts';
import { securityHeaders } from './security-headers.ts';

const every = 100;

/** Each kind is held to its own limit, so that what takes long by its nature can't crowd out the rest. */
const usual: Record<Kind, LimitBounds> = {
  // The least is what may come at once on a machine that is slow and not busy; the lines further in know more.
  sign_in: { goal: 800, least: 12, first: 32, most: 64 },
  report: { goal: 800, least: 12, first: 16, most: 32 },
  other: { goal: 250, least: 32, first: 64, most: 1_000 },
};

type Kind = 'sign_in' | 'report' | 'other';

const refused = new Counter({
  name: 'doorstep_http_requests_refused_total',
  help: 'Requests refused unread because the server is too busy, by kind',
  labelNames: ['kind'],
});
const limits = new Gauge({
  name: 'doorstep_http_requests_limit',
  help: 'Requests that may be answered at a time, by kind',
  labelNames: ['kind'],
});

// Made once: thousands a second are refused with it.
const tooBusy = unavailable('The service is very busy. Please try again in a moment.');

const kindOf = (url: string): Kind => {
  if (url.startsWith('/api/v1/pdf-generator/')) return 'report';
  return url.startsWith('/api/v1/auth/login') ? 'sign_in' : 'other';
};

/** What takes long by its nature and is bounded where it is done: files that arrive, and streams. */
const isLong = ({ url, method, headers }: IncomingMessage) =>
  method === 'GET'
    ? url?.startsWith(listEvents.path) === true &&
      headers.accept?.includes('text/event-stream') === true
    : headers['content-type']?.startsWith('multipart/') === true;

/** Its sender is slow: there is nothing to do for it yet. What lies here unread is our own slowness. */
const isArriving = (request: IncomingMessage) => !request.complete && request.readableLength === 0;

/** Who asks whether the process lives or is ready is always answered, and a preflight costs nothing. */
const isFree = ({ url, method }: IncomingMessage) =>
  url === '/healthz' || url === '/readyz' || method === 'OPTIONS';

/**
 * Refuses requests that would wait too long, before anything is read or looked up for them: better a quick 503 for some
 * than silence for all.
 */
export function admitSome(
  app: FastifyInstance,
  allowedOrigins: readonly string[] = [],
  { longestLag = 1_000, bounds = usual } = {},
): void {
  const kinds = {
    sign_in: adaptLimit(bounds.sign_in),
    report: adaptLimit(bounds.report),
    other: adaptLimit(bounds.other),
  };
  let due = performance.now() + every;
  let lag = 0;
  const leaving = new WeakMap<IncomingMessage, () => void>();
  const timer = setInterval(() => {
    const now = performance.now();
    lag = now - due;
    due = now + every;
    for (const [kind, one] of Object.entries(kinds)) {
      one.look(now);
      limits.set({ kind }, Math.floor(one.limit()));
    }
  }, every).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  function isAdmitted(request: IncomingMessage, response: ServerResponse): boolean {
    if (isFree(request)) return true;
    const now = performance.now();
    const kind = kindOf(request.url ?? '');
    // What the timer has not seen yet counts too: it stands behind this request in the queue.
    if (Math.max(lag, now - due) <= longestLag) {
      if (isLong(request)) return true;
      const end = kinds[kind].enter(now, () => isArriving(request));
      if (end) {
        const leave = () => end(performance.now());
        leaving.set(request, leave);
        // Comes once, after the last byte or when whoever asked has gone.
        response.once('close', leave);
        return true;
      }
    }
    refused.inc({ kind });
    refuse(request, response, allowedOrigins);
    return false;
  }

  // From here on it takes as long as its reader does.
  app.addHook('onSend', ({ raw }, _, payload, done) => {
    if (payload instanceof Readable) {
      leaving.get(raw)?.();
      waiveWaiting();
    }
    done(null, payload);
  });
  app.addHook('onRequest', ({ raw }, _, done) => (isFree(raw) ? done() : withPatience(done)));

  // Before Fastify, which would take as long over a refusal as everything else together.
  const seen = new WeakSet<IncomingMessage>();
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    seen.add(request);
    if (isAdmitted(request, response)) for (const handle of handlers) handle(request, response);
  });
  // What comes by another way: the second listener of `localhost`.
  app.addHook('onRequest', (request, reply, done) => {
    if (seen.has(request.raw) || isAdmitted(request.raw, reply.raw)) done();
    else reply.hijack();
  });
}

/** The one error body and the headers of every answer, without the way that other failures take. */
function refuse(
  { headers: { origin = '' } }: IncomingMessage,
  response: ServerResponse,
  allowedOrigins: readonly string[],
): void {
  const id = randomUUID();
  const body = JSON.stringify(errorBody(tooBusy, id));
  response.writeHead(tooBusy.status, {
    ...securityHeaders(id),
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(tooBusy.retryAfter),
    ...(allowedOrigins.includes(origin) && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
      vary: 'Origin',
    }),
  });
  response.end(body);
}
