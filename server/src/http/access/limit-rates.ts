import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { tooMany } from '../../problems.ts';
import { networkOf } from './network-of.ts';

const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

const mostAddresses = 5_000;

/**
 * Counts requests by address, in windows that begin with the first request. The package's own store shares
 * one object among all requests of a window, so it would reject all requests of a burst.
 */
class Windows implements FastifyRateLimitStore {
  /** The windows, the oldest first, because all windows of a store are equally long. */
  readonly #windows = new Map<string, { count: number; end: number }>();

  incr: FastifyRateLimitStore['incr'] = (address, done, length) => {
    const now = Date.now();
    let window = this.#windows.get(address);
    if (!window || window.end <= now) {
      this.#windows.delete(address);
      window = { count: 0, end: now + length };
      this.#windows.set(address, window);
    }
    window.count += 1;
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > mostAddresses && oldest !== undefined) this.#windows.delete(oldest);
    done(null, { current: window.count, ttl: window.end - now });
  };

  child(): Windows {
    return new Windows();
  }
}

/**
 * Lets routes limit the request rate of one address, by `app.rateLimit`. Each process counts separately,
 * which is enough to limit its work. Wrong passwords are counted in the database.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: Windows,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1_000))),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  });
}
