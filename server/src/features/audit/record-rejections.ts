import type { FastifyInstance } from 'fastify';
import { recordAuditOnce } from '../../db/audit/record-once.ts';
import { actorOf } from '../../http/access/authentication.ts';
import type { Platform } from '../../platform/platform.ts';

/** Records requests without permission, at most once in 15 minutes for each user and route. */
export function recordRejections(app: FastifyInstance, { db }: Platform): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 403 || !request.signedIn) return;
    await recordAuditOnce(db, actorOf(request), {
      event: 'access.refused',
      subjectId: null,
      after: { method: request.method, route: request.routeOptions.url },
    }).catch((err: unknown) => request.log.error({ err }, 'a rejection could not be recorded'));
  });
}
