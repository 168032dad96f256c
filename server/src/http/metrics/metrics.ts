import { login } from '@doorstep/contract/auth';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { submitVerification } from '@doorstep/contract/verifications/submission';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import { poolOf } from '../../db/connection.ts';
import type { Platform } from '../../platform/platform.ts';

// The process' own figures; in the library's default registry, as the counters that features define.
collectDefaultMetrics({ prefix: 'doorstep_' });

type Renderer = Platform['renderer'];

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A route's pattern, never its address: an address may name a person, and each would become a separate series. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none';

/** Watches the whole server, and the renderer it is given. Nothing personal becomes a label. */
export function watch(app: FastifyInstance, { db, renderer }: Platform) {
  const registry = new Registry();
  const registers = [registry];

  const duration = new Histogram({
    name: 'doorstep_http_request_duration_seconds',
    help: 'Time to answer, by method, route pattern and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const underWay = new Gauge({
    name: 'doorstep_http_requests_in_flight',
    help: 'Requests being answered',
    registers,
  });
  const signInsRefused = new Counter({
    name: 'doorstep_sign_ins_refused_total',
    help: 'Sign-ins refused: wrong credentials, or slowed down',
    labelNames: ['reason'],
    registers,
  });
  const received = new Counter({
    name: 'doorstep_uploads_total',
    help: 'Spreadsheets and submissions received, by outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  new Gauge({
    name: 'doorstep_database_connections',
    help: 'Connections of the pool: in use, idle, and callers waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const pool = poolOf(db);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  const counted = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, _, done) => {
    counted.add(request);
    underWay.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (counted.delete(request)) underWay.dec();
    // A stream lasts as long as somebody listens, so its duration means nothing.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      observe(request, reply);
    }
    done();
  });
  function observe(request: FastifyRequest, reply: FastifyReply) {
    const { statusCode } = reply;
    const status = reply.raw.writableEnded ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
    duration.observe(
      { method: request.method, route: routeOf(request), status },
      reply.elapsedTime / 1000,
    );
    const at = `${request.method} ${routeOf(request)}`;
    if (at === `POST ${login.path}` && (statusCode === 401 || statusCode === 429)) {
      signInsRefused.inc({ reason: statusCode === 429 ? 'slowed_down' : 'wrong' });
    }
    const outcome = statusCode < 300 ? 'stored' : 'refused';
    if (at === `POST ${bulkUpload.path}`) received.inc({ kind: 'spreadsheet', outcome });
    if (at === `POST ${submitVerification.path}`) received.inc({ kind: 'submission', outcome });
  }

  const watched = watchRenderer(renderer, registers);
  return { registry: Registry.merge([registry, register]), renderer: watched };
}

function watchRenderer(renderer: Renderer, registers: Registry[]): Renderer {
  const duration = new Histogram({
    name: 'doorstep_report_duration_seconds',
    help: 'Time to draw a report, waiting for a free thread included',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  });
  const underWay = new Gauge({
    name: 'doorstep_reports_in_flight',
    help: 'Reports being drawn or waiting for it',
    registers,
  });
  return {
    ...renderer,
    async render(document) {
      underWay.inc();
      const end = duration.startTimer();
      try {
        const bytes = await renderer.render(document);
        end({ outcome: 'drawn' });
        return bytes;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      } finally {
        underWay.dec();
      }
    },
  };
}
