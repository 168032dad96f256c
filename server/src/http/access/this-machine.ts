import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

/** What proxies add to the requests that they pass on. */
const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request to a server that listens on this machine alone was made here, too, or through a phone's USB port
 * forwarding: it bears no proxy's mark and names this machine. A proxy that hides both can't be told apart.
 */
export function isFromThisMachine({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const named = URL.parse(`http://${headers.host}`)?.hostname;
  return (
    named !== undefined && isLoopback(named) && !marksOfProxies.some((mark) => mark in headers)
  );
}
