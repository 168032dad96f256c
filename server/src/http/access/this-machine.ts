import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

/** Matches headers that proxies and networks add to the requests that they pass on. */
const addedByProxies =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|true-client-ip|cf-.*|cdn-loop|fastly-.*|x-amzn-trace-id|x-cloud-trace-context)$/;

/**
 * Returns whether a request was made on this machine, or through a phone's USB port forwarding. The server
 * must listen on this machine only. The request must have no proxy headers, must name this machine as its
 * host, and must not come from a page of another host. A proxy that adds no headers and sends this
 * machine's name is recognised only for browsers.
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
