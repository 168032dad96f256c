import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that rides on a cookie comes from a page of ours. Browsers always say where a POST comes from;
 * a request that says nothing comes from no browser, so nobody's cookie was borrowed for it.
 */
export function isFromOurPages(
  request: Pick<FastifyRequest, 'headers' | 'host'>,
  allowedOrigins: readonly string[],
): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Sec-Fetch-Site is missing on plain http outside this machine.
  return origin === undefined || URL.parse(origin)?.host === request.host;
}
