import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { tooMany } from '../../problems.ts';
import { networkOf } from './network-of.ts';

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/**
 * Lets routes limit how often one address asks, by `app.rateLimit`. Each process counts separately, to bound work. Guesses
 * at passwords are counted in the database.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1_000))),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  });
}
