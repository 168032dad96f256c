import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

/** Headers that proxies and networks in front of servers add to the requests that they pass on. */
const addedByProxies =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|true-client-ip|cf-.*|cdn-loop|fastly-.*|x-amzn-trace-id|x-cloud-trace-context)$/;

/**
 * Whether a request to a server that listens on this machine alone was made here, too, or through a phone's USB port
 * forwarding: it has no header of a proxy, names this machine, and comes from no page of another host. A request through a
 * bare proxy that sends this machine's name, and not from a browser, can't be told apart.
 */
export function isFromThisMachine({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { host, origin } = headers;
  return (
    isOfThisMachine(`http://${host}`) &&
    (origin === undefined || isOfThisMachine(origin)) &&
    !Object.keys(headers).some((name) => addedByProxies.test(name))
  );
}

function isOfThisMachine(address: string): boolean {
  const named = URL.parse(address)?.hostname;
  return named !== undefined && isLoopback(named);
}
