import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { WebRoots } from './web-root.ts';

export const builtFiles = (root: string): FastifyStaticOptions => ({
  root,
  wildcard: false,
  // Leaves out config.json, because this server answers `/config.json` itself; the file is for other web
  // servers. Leaves out .br and .gz files, which are sent only in place of their originals.
  globIgnore: ['config.json', '**/*.{br,gz}'],
  cacheControl: false,
  preCompressed: true,
  setHeaders: (reply, path) => {
    // Files under assets/ never change, because their names contain a hash of their contents.
    const immutable = path.includes(join(root, 'assets'));
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

/**
 * Serves the built office app. Any address that is not a file gets the app's page, except below /api and
 * /assets.
 */
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
    // Answers 404 for a missing script, such as one of an older build. With the app's page instead, the
    // browser would try to run HTML as a script.
    if (/^\/(api|assets)(\/|$)/.test(request.url)) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
