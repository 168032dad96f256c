import type { FastifyRequest } from 'fastify';
import { tooMany } from '../problems.ts';
import { networkOf } from './network-of.ts';

interface Bucket {
  left: number;
  at: number;
}

/** Addresses remembered at most; beyond it the oldest are forgotten, which only ever lets more through. */
const mostAddresses = 10_000;

/** The guard of an endpoint that strangers may ask: so many requests at once from an address, then so many a minute. */
export function limitPerAddress({ burst, perMinute }: { burst: number; perMinute: number }) {
  const buckets = new Map<string, Bucket>();
  return async (request: FastifyRequest): Promise<void> => {
    const network = networkOf(request.ip);
    const now = performance.now();
    const { left, at } = buckets.get(network) ?? { left: burst, at: now };
    const allowed = Math.min(burst, left + ((now - at) / 60_000) * perMinute);
    if (allowed < 1) throw tooMany(Math.ceil(((1 - allowed) / perMinute) * 60));
    buckets.delete(network);
    buckets.set(network, { left: allowed - 1, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > mostAddresses && oldest !== undefined) buckets.delete(oldest);
  };
}
