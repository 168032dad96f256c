import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { WebRoots } from './web-root.ts';

/** Options for serving the files of a built app. */
export const builtFiles = (root: string): FastifyStaticOptions => ({
  root,
  wildcard: false,
  // The office's bundle has its own config.json, for use without this server. .br and .gz files replace their
  // originals.
  globIgnore: ['config.json', '**/*.{br,gz}'],
  cacheControl: false,
  preCompressed: true,
  setHeaders: (reply, path) => {
    // Files under assets/ have a hash of their contents in their names.
    const immutable = path.includes(join(root, 'assets'));
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

/** Serves the built app. Any address that is neither a file nor an API call gets the app's page. */
export async function serveWebApp(
  app: FastifyInstance,
  { provider }: Platform,
  { office, field }: WebRoots,
): Promise<void> {
  const { shortName, timeZone } = provider;
  const hasFieldApp = field !== undefined;
  app.get('/config.json', async () => ({ apiBaseUrl: '', shortName, timeZone, hasFieldApp }));
  await app.register(fastifyStatic, builtFiles(office));
  app.get('/*', (request, reply) => {
    // A missing script belongs to another build: answering with the page would confuse the browser.
    if (/^\/(api|assets)(\/|$)/.test(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
