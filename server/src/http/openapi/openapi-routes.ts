import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { describeApi } from './document.ts';

const address = '/api/v1/openapi.json';

/** Serves the OpenAPI document to anyone, because it describes the calls and contains no data. */
export function openApiRoutes(app: FastifyInstance, { provider }: Platform): void {
  let document: string | undefined;
  app.get(address, (_, reply) => {
    document ??= JSON.stringify(describeApi(provider.shortName));
    return reply.type('application/json').send(document);
  });
  app.get('/api/docs', (_, reply) => reply.redirect(address));
}
