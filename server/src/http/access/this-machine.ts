import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';

const addedByProxies =
  /^(forwarded|via|x-(forwarded|original|real|client|cluster|envoy)-.*|true-client-ip|cf-.*|cdn-loop|fastly-.*|x-amzn-trace-id|x-cloud-trace-context)$/;

/**
 * Whether a request was made on this machine, or through a phone's USB port forwarding. The result is correct
 * only if the server listens on the loopback address. A proxy on this machine that adds no headers and sends
 * `localhost` as the host is noticed only if a browser sends the header Origin.
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
