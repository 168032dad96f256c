import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { DatabaseBusy } from '../../db/connection.ts';
import { serverLimits } from '../../limits.ts';
import { unavailable } from '../../problems.ts';
import { hasBody } from './arrival.ts';

const refused = new Counter({
  name: 'doorstep_http_requests_rejected_total',
  help: 'Requests rejected because the server is too busy, by reason',
  labelNames: ['reason'],
});

const tooBusy = unavailable('The service is very busy. Please try again in a moment.');

const isHealthCheck = ({ url }: FastifyRequest) => url === '/healthz' || url === '/readyz';

type Limits = Pick<
  typeof serverLimits,
  'requestsAtOnce' | 'eventLoopDelay' | 'startGrace' | 'rejectionDelay' | 'delayedRejections'
>;

/**
 * Limits how many requests are in progress at the same time; further requests get a 503. A request does not
 * count while its body arrives or its answer is sent, so slow senders and readers block no other request.
 */
export async function limitRequests(
  app: FastifyInstance,
  {
    requestsAtOnce,
    eventLoopDelay,
    startGrace,
    rejectionDelay,
    delayedRejections,
  }: Limits = serverLimits,
): Promise<void> {
  const underWay = new Set<FastifyRequest>();

  function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    if (isHealthCheck(request)) return done();
    if (underWay.size >= requestsAtOnce) {
      refused.inc({ reason: 'too_many' });
      return done(tooBusy);
    }
    underWay.add(request);
    // Uses `close`, because it is also emitted if the caller disconnects before the answer.
    reply.raw.once('close', () => underWay.delete(request));
    done();
  }

  app.addHook('onRequest', enter);
  // Stops counting a request while its body arrives, which may take a minute. By now, its session has been
  // looked up.
  app.addHook('preParsing', (request, _, payload, done) => {
    if (hasBody(request.raw)) underWay.delete(request);
    done(null, payload);
  });
  // Uploads are not counted here, because their routes limit them.
  const isUpload = (request: FastifyRequest) =>
    request.isMultipart() || request.routeOptions.config.readsStream === true;
  app.addHook('preValidation', (request, reply, done) =>
    hasBody(request.raw) && !isUpload(request) ? enter(request, reply, done) : done(),
  );
  // Delays a rejection, because a thousand connections that retry immediately would keep the process busy.
  let held = 0;
  app.addHook('onError', (request, _, error, done) => {
    underWay.delete(request);
    const wantsDatabase = error instanceof DatabaseBusy;
    if (wantsDatabase) refused.inc({ reason: 'database' });
    const isBusy = error === tooBusy || wantsDatabase;
    if (!isBusy || held >= delayedRejections) return done();
    held += 1;
    setTimeout(() => {
      held -= 1;
      done();
    }, rejectionDelay);
  });
  app.addHook('onSend', (request, _, payload, done) => {
    underWay.delete(request);
    done(null, payload);
  });

  let isStarting = true;
  app.addHook('onReady', async () => {
    setTimeout(() => {
      isStarting = false;
    }, startGrace).unref();
  });
  // Rejects all requests but health checks while the event loop is blocked for longer than `eventLoopDelay`.
  // A finer resolution would wake an idle process more often; with a coarser one, some intervals would have
  // no measurement.
  const resolution = 100;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let isBlocked = false;
  const measuring = setInterval(() => {
    // The mean is NaN if the loop was blocked for the whole interval.
    isBlocked = !(delay.mean / 1e6 - resolution <= eventLoopDelay);
    delay.reset();
  }, eventLoopDelay).unref();
  app.addHook('onRequest', (request, _, done) => {
    if (!isBlocked || isStarting || isHealthCheck(request)) return done();
    refused.inc({ reason: 'event_loop' });
    done(tooBusy);
  });
  app.addHook('onClose', async () => {
    clearInterval(measuring);
    delay.disable();
  });
}
