import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fieldHeaders } from './security-headers.ts';
import { builtFiles } from './web-app.ts';

/** Serves the agent's app at /field/. Any address in there that is no file gets the app's page. */
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
      // The page is answered below, and the address without a slash is redirected.
      index: false,
    });
    field.get('/field', (request, reply) =>
      // Outside its own folder the app's service worker would not answer.
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
