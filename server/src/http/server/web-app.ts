import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';

/** Serves the built app. Any address that is neither a file nor an API call gets the app's page. */
export async function serveWebApp(
  app: FastifyInstance,
  { config }: Platform,
  webRoot: string,
): Promise<void> {
  const { shortName, timeZone } = config;
  app.get('/config.json', async () => ({ apiBaseUrl: '', shortName, timeZone }));
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    // The built bundle has one of its own, for use without this server; .br and .gz stand in for their originals.
    globIgnore: ['config.json', '**/*.{br,gz}'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Files under assets/ carry a hash of their contents in their names.
      const immutable = path.includes(join(webRoot, 'assets'));
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    // A missing script belongs to another build: answering it with the page would confuse the browser.
    if (/^\/(api|assets)(\/|$)/.test(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
