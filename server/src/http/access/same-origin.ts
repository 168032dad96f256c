import type { FastifyRequest } from 'fastify';

/**
 * Whether a request authenticated by a cookie comes from our own pages. Browsers always send the origin of a POST;
 * a request without one comes from no browser, so it is not forged from another site.
 */
export function isFromOurPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Sec-Fetch-Site is missing on plain http outside this machine.
  // Not X-Forwarded-Host: a proxy passes on what the sender wrote there.
  return origin === undefined || URL.parse(origin)?.host === headers.host;
}

/**
 * A link to this server, without its origin: other clients send the absolute one that their page made of it. Any other link stays
 * as it is. Nothing is fetched from a link, so the request's own host may name the server.
 */
export function withoutOwnOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | undefined,
  link: string,
): string {
  const { protocol = '', host, origin, pathname, search } = URL.parse(link) ?? {};
  if (!/^https?:$/.test(protocol)) return link;
  const isOwn =
    host === headers.host || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
  return isOwn ? `${pathname}${search}` : link;
}
