import type { FastifyRequest } from 'fastify';

/**
 * Whether a request with a cookie comes from our own pages or from one of `allowedOrigins`. Browsers always
 * send the header Origin with a POST. A request with neither Origin nor Sec-Fetch-Site is therefore not from
 * a browser, and is accepted.
 */
export function isFromOurPages(
  { headers }: Pick<FastifyRequest, 'headers'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Sec-Fetch-Site is missing on plain http from other machines. X-Forwarded-Host is not used, because a
  // proxy passes on the sender's value.
  return origin === undefined || URL.parse(origin)?.host === headers.host;
}

/**
 * Returns a link to this server without its origin, because clients other than our app may send an absolute
 * link. Links to other servers stay unchanged. The Host header is enough to identify this server, because
 * nothing is fetched from the link.
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
