import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { agentRoutes } from './features/agents/agent-routes.ts';
import { cardRoutes } from './features/agents/card/card-routes.ts';
import { alertRoutes } from './features/alerts/alert-routes.ts';
import { applicantRoutes } from './features/applicants/applicant-routes.ts';
import { auditRoutes } from './features/audit/audit-routes.ts';
import { type AuthConfig, authRoutes } from './features/auth/auth-routes.ts';
import { boardRoutes } from './features/board/board-routes.ts';
import { bulkUploadRoutes } from './features/bulk-upload/bulk-upload-routes.ts';
import { calibrationRoutes } from './features/calibration/calibration-routes.ts';
import { callbackRoutes } from './features/callbacks/callback-routes.ts';
import { disputeRoutes } from './features/disputes/dispute-routes.ts';
import { eventRoutes } from './features/events/event-routes.ts';
import { evidenceRoutes } from './features/evidence/office/evidence-routes.ts';
import { exportRoutes } from './features/exports/export-routes.ts';
import { lenderRoutes } from './features/lenders/lender-routes.ts';
import { mediaRoutes } from './features/media/media-routes.ts';
import { messageRoutes } from './features/messages/message-routes.ts';
import { portfolioRoutes } from './features/portfolio/portfolio-routes.ts';
import { practiceRoutes } from './features/practice/practice-routes.ts';
import { archiveRoutes } from './features/reports/archives/archive-routes.ts';
import { reportLayoutRoutes } from './features/reports/layouts/layout-routes.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { reviewRoutes } from './features/review/review-routes.ts';
import { userRoutes } from './features/users/user-routes.ts';
import { verificationRoutes } from './features/verifications/verification-routes.ts';
import { viewRoutes } from './features/views/view-routes.ts';
import { officeVisitRoutes } from './features/visits/office/office-visit-routes.ts';
import { phoneRoutes } from './features/visits/phone/phone-routes.ts';
import { errorForLog } from './http/contract/error-for-log.ts';
import { answerUnroutable, handleErrors } from './http/contract/error-handler.ts';
import { readBodies } from './http/contract/read-bodies.ts';
import { watch } from './http/metrics/metrics.ts';
import { openApiRoutes } from './http/openapi/openapi-routes.ts';
import { boundArrival } from './http/server/arrival.ts';
import { serveFieldApp } from './http/server/field-app.ts';
import { healthRoutes } from './http/server/health.ts';
import { limitRequests } from './http/server/limit-requests.ts';
import { setSecurityHeaders } from './http/server/security-headers.ts';
import { rejectSeveralHosts, rejectUnreadable } from './http/server/unreadable-request.ts';
import { watchSlowness } from './http/server/watch-slowness.ts';
import { serveWebApp } from './http/server/web-app.ts';
import type { WebRoots } from './http/server/web-root.ts';
import { startJobs, workOfEachProcess } from './jobs/periodic-work.ts';
import { serverLimits } from './limits.ts';
import type { Platform } from './platform/platform.ts';

/** Logs a request's route instead of its URL, because the URL may contain personal data. */
const requestForLog = (request: { method?: string; routeOptions?: { url?: string } }) => ({
  method: request.method,
  route: request.routeOptions?.url,
});

type AppConfig = AuthConfig & Pick<Config, 'logLevel' | 'trustProxy' | 'metrics'>;

/**
 * If `trust` is a number, trusts only that many proxies, counted from this server. A client can forge the
 * entries of X-Forwarded-For to the left of those that these proxies add.
 */
const trustedProxies = (trust: AppConfig['trustProxy']) =>
  typeof trust === 'number' ? (_: string, hop: number) => hop < trust : trust;

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

export async function buildApp(
  platform: Platform,
  config: AppConfig,
  webRoots?: WebRoots,
  log?: Writable,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      serializers: { req: requestForLog, err: errorForLog },
      ...(log && { stream: log }),
    },
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: serverLimits.requestBytes,
    requestTimeout: serverLimits.slowBodyTimeout,
    http: { headersTimeout: serverLimits.headTimeout, connectionsCheckingInterval: 5_000 },
    routerOptions: { ignoreTrailingSlash: true },
    // Turned off, because `/healthz` must answer while the server is closing. In that state, `healthRoutes`
    // rejects all other requests with the usual error body.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: rejectUnreadable,
  });
  readBodies(app);
  app.decorateRequest('signedIn', undefined);

  rejectSeveralHosts(app);
  boundArrival(app);
  watchSlowness(app);
  // Measures the process only if the metrics are served, because the measuring wakes an idle process ten
  // times a second.
  const { registry, renderer } = watch(app, platform, config.metrics !== undefined);
  app.decorate('metrics', registry);
  handleErrors(app);
  setSecurityHeaders(app);
  if (config.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: config.allowedOrigins,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['content-disposition', 'retry-after', 'upload-offset', 'upload-complete'],
    });
  }
  // Runs after the CORS headers are set, so that an app of another origin can read the rejection.
  await limitRequests(app, { ...serverLimits, ...platform.limits });
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: true });

  healthRoutes(app, platform);
  authRoutes(app, platform, config);
  userRoutes(app, platform);
  applicantRoutes(app, platform);
  bulkUploadRoutes(app, platform);
  lenderRoutes(app, platform);
  boardRoutes(app, platform);
  viewRoutes(app, platform);
  alertRoutes(app, platform);
  agentRoutes(app, platform);
  cardRoutes(app, platform);
  portfolioRoutes(app, platform);
  verificationRoutes(app, platform);
  reviewRoutes(app, platform);
  callbackRoutes(app, platform);
  disputeRoutes(app, platform);
  messageRoutes(app, platform);
  practiceRoutes(app, platform);
  calibrationRoutes(app, platform);
  evidenceRoutes(app, platform);
  officeVisitRoutes(app, platform);
  phoneRoutes(app, platform);
  reportRoutes(app, { ...platform, renderer });
  archiveRoutes(app, { ...platform, renderer });
  reportLayoutRoutes(app, platform);
  exportRoutes(app, platform);
  mediaRoutes(app, platform);
  auditRoutes(app, platform);
  eventRoutes(app, platform);
  openApiRoutes(app, platform);
  const onError = (error: unknown) => app.log.error(error);
  const jobs = startJobs(workOfEachProcess({ ...platform, renderer }, onError), onError);
  app.addHook('onClose', () => jobs.close());
  if (webRoots !== undefined) await serveWebApp(app, platform, webRoots);
  if (webRoots?.field !== undefined) await serveFieldApp(app, webRoots.field);
  return app;
}
