import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

/** Headers that proxies and networks add to the requests that they pass on. */
const addedByProxies =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|true-client-ip|cf-.*|cdn-loop|fastly-.*|x-amzn-trace-id|x-cloud-trace-context)$/;

/**
 * Returns whether a request was made on this machine, or through a phone's USB port forwarding. The server
 * must listen on this machine alone. The request has no proxy headers, names this machine, and comes from no
 * page of another host. A bare proxy that sends this machine's name can't be told apart, unless the client is
 * a browser.
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
