import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fieldHeaders } from './security-headers.ts';
import { builtFiles } from './web-app.ts';

/**
 * Serves the agent's app at /field/. Any address below /field/ that is neither a file nor inside assets/ gets
 * the app's page.
 */
export async function serveFieldApp(app: FastifyInstance, root: string): Promise<void> {
  await app.register(async (field) => {
    field.addHook('onSend', (_request, reply, payload, done) => {
      reply.headers(fieldHeaders);
      done(null, payload);
    });
    await field.register(fastifyStatic, {
      ...builtFiles(root),
      prefix: '/field/',
      decorateReply: false,
      // The routes below serve the page.
      index: false,
    });
    field.get('/field', (request, reply) =>
      // Redirects `/field` to `/field/`, because the app's service worker works only below `/field/`.
      request.url.startsWith('/field/')
        ? reply.sendFile('index.html', root)
        : reply.redirect('/field/', 301),
    );
    field.get('/field/*', (request, reply) => {
      if (/^\/field\/assets(\/|$)/.test(request.url)) return reply.callNotFound();
      return reply.sendFile('index.html', root);
    });
  });
}
