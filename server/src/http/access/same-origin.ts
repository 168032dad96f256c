import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that rides on a cookie comes from a page of ours. Browsers always say where a POST comes from;
 * a request that says nothing comes from no browser, so nobody's cookie was borrowed for it.
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
