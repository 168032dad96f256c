import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

/** What proxies add to the requests that they pass on. */
const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request to a server that listens on this machine alone was made here, too, or through a phone's USB port
 * forwarding: it bears no proxy's mark, names this machine, and comes from no page of another host. What passes a bare
 * proxy that sends this machine's name, and not from a browser, can't be told apart.
 */
export function isFromThisMachine({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { host, origin } = headers;
  return (
    isOfThisMachine(`http://${host}`) &&
    (origin === undefined || isOfThisMachine(origin)) &&
    !marksOfProxies.some((mark) => mark in headers)
  );
}

function isOfThisMachine(address: string): boolean {
  const named = URL.parse(address)?.hostname;
  return named !== undefined && isLoopback(named);
}
