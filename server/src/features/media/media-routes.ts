import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordIdentityView } from '../../db/audit/record-once.ts';
import {
  findByBearer,
  findByCookie,
  rejectBeforeEnrolment,
  type SignedIn,
} from '../../http/access/authentication.ts';
import type { Platform } from '../../platform/platform.ts';
import { forbidden, unauthenticated } from '../../problems.ts';
import { followLink, openPicture } from './media-service.ts';

const longestCaching = 3600;

/**
 * Serves pictures through signed links. The session may come from a cookie, so that a plain `<img>` works, or
 * from a bearer token.
 */
export function mediaRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { expires: string } }>(
    '/api/v1/media/:kind/:id/:size',
    async (request, reply) => {
      // Requires both a session and a link. A leaked link is useless without a session, and a user can't
      // guess a link.
      const viewer = await identify(request);
      const media = followLink(platform, request.url);
      const { bytes, type } = await openPicture(platform, viewer, media);
      const actor = { id: viewer.id, requestId: request.id, address: request.ip };
      await recordIdentityView(platform.db, actor, media);

      reply.headers({
        'content-disposition': 'inline',
        'cross-origin-resource-policy': 'same-site',
      });
      // Browsers must not cache identity images, which are rarely opened and the most valuable to a thief.
      if (media.kind === 'identity') return reply.type(type).send(bytes);

      const left = Number(request.query.expires) - Math.floor(Date.now() / 1000);
      const etag = `"${media.id}-${media.size}"`;
      reply.headers({
        'cache-control': `private, max-age=${Math.min(longestCaching, left)}, immutable`,
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type(type).send(bytes);
    },
  );
}

async function identify(request: FastifyRequest): Promise<SignedIn> {
  const user = (await findByBearer(request)) ?? (await findByCookie(request));
  if (!user) throw unauthenticated();
  rejectBeforeEnrolment(user);
  if (user.maySendOnly) throw forbidden();
  return user;
}
