import type { FastifyRequest } from 'fastify';

/**
 * Whether a POST with a cookie comes from our own pages or from one of `allowedOrigins`. Browsers send the
 * header Origin with every POST. A POST with neither Origin nor Sec-Fetch-Site is therefore not from a
 * browser, and is accepted.
 */
export function isFromOurPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Over plain http, browsers of other machines send no Sec-Fetch-Site. X-Forwarded-Host is not used, because
  // a proxy may pass on a value that the client made up.
  return origin === undefined || URL.parse(origin)?.host === headers.host;
}

/**
 * Removes the origin from a link to this server, because clients other than our app may send an absolute
 * link. Links to other servers stay unchanged. A forged Host header does no harm, because the server never
 * opens the link.
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
