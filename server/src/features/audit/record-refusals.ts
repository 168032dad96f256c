import type { FastifyInstance } from 'fastify';
import { recordAuditOnce } from '../../db/audit/record-once.ts';
import { actorOf } from '../../http/access/authentication.ts';
import type { Platform } from '../../platform/platform.ts';

/** Notes who tried what they may not: one row for a person and a route in a quarter of an hour. */
export function recordRefusals(app: FastifyInstance, { db }: Platform): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 403 || !request.signedIn) return;
    await recordAuditOnce(db, actorOf(request), {
      action: 'refused',
      subject: 'access',
      subjectId: null,
      after: { method: request.method, route: request.routeOptions.url },
    }).catch((err: unknown) => request.log.error({ err }, 'a rejection could not be recorded'));
  });
}
