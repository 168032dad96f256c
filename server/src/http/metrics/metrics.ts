import { login } from '@doorstep/contract/auth';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { submitVerification } from '@doorstep/contract/verifications/submission';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import { poolOf } from '../../db/connection.ts';
import type { Platform } from '../../platform/platform.ts';

type Renderer = Platform['renderer'];

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Returns the pattern of the request's route, never the request's address. An address may identify a person,
 * and each address would become a separate series.
 */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none';

/**
 * The error codes that count as rejected sign-ins, and the reason that the metric shows for each code. A
 * right password that still needs the second factor is not a rejection.
 */
const signInRejections: Record<string, string> = {
  wrong_credentials: 'wrong',
  wrong_second_factor: 'wrong',
  too_many_attempts: 'slowed_down',
};

/**
 * Measures requests, reports and the database pool. With `measuresProcess`, also measures the process, for
 * example its memory and its event loop.
 */
export function watch(app: FastifyInstance, { db, renderer }: Platform, measuresProcess = false) {
  const registry = new Registry();
  const registers = [registry];
  if (measuresProcess) {
    const eventLoopMonitoringPrecision = 100;
    collectDefaultMetrics({
      prefix: 'doorstep_',
      eventLoopMonitoringPrecision,
      register: registry,
    });
  }

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
  const rejectedSignIns = new Counter({
    name: 'doorstep_sign_ins_rejected_total',
    help: 'Sign-ins rejected: wrong credentials, or slowed down',
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

  app.addHook('onRequest', (request, reply, done) => {
    underWay.inc();
    let isAborted = true;
    reply.raw.once('finish', () => {
      isAborted = false;
    });
    // Uses `close`, because Fastify's onResponse never runs if the caller has disconnected.
    reply.raw.once('close', () => {
      underWay.dec();
      observe(request, reply, isAborted);
    });
    done();
  });
  function observe(request: FastifyRequest, reply: FastifyReply, isAborted: boolean) {
    const { statusCode } = reply;
    const status = isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx`;
    // Doesn't measure the duration of an event stream, because the stream lasts until the client disconnects.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      const labels = { method: request.method, route: routeOf(request), status };
      duration.observe(labels, reply.elapsedTime / 1000);
    }
    if (request.method !== 'POST') return;
    const route = routeOf(request);
    const answered = statusCode < 300 ? 'stored' : 'rejected';
    const outcome = isAborted ? 'aborted' : answered;
    if (route === bulkUpload.path) received.inc({ kind: 'spreadsheet', outcome });
    if (route === submitVerification.path) received.inc({ kind: 'submission', outcome });
    const reason = signInRejections[request.problem?.code ?? ''];
    const isSignIn = route === login.path || route === confirmSignIn.path;
    if (isSignIn && reason) rejectedSignIns.inc({ reason });
  }

  const watched = watchRenderer(renderer, registers);
  return { registry: Registry.merge([registry, register]), renderer: watched };
}

function watchRenderer(renderer: Renderer, registers: Registry[]): Renderer {
  const duration = new Histogram({
    name: 'doorstep_report_duration_seconds',
    help: 'Time to render a report, including the wait for a free process',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  });
  const underWay = new Gauge({
    name: 'doorstep_reports_in_flight',
    help: 'Reports being rendered or waiting for a free process',
    registers,
  });
  return {
    ...renderer,
    async render(document, signal) {
      underWay.inc();
      const end = duration.startTimer();
      try {
        const bytes = await renderer.render(document, signal);
        end({ outcome: 'drawn' });
        return bytes;
      } catch (error) {
        const isLate = (signal?.reason as Error | undefined)?.name === 'TimeoutError';
        end({ outcome: signal?.aborted && !isLate ? 'aborted' : 'failed' });
        throw error;
      } finally {
        underWay.dec();
      }
    },
  };
}
