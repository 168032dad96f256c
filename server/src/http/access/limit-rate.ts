import type { FastifyRequest } from 'fastify';
import { tooMany } from '../../problems.ts';
import { networkOf } from './network-of.ts';

const mostAddresses = 5_000;

/**
 * Returns a guard that limits the request rate of each network (see {@link networkOf}), in windows that begin
 * with the first request. It limits the work of one process, so each process counts on its own. Wrong
 * passwords are counted in the database, for all processes.
 */
export function limitRate({ max, timeWindow }: { max: number; timeWindow: number }) {
  /** The current windows by network. All are equally long, so the oldest, which is first, also ends first. */
  const windows = new Map<string, { count: number; end: number }>();

  return async ({ ip }: FastifyRequest): Promise<void> => {
    const network = networkOf(ip);
    const now = Date.now();
    let window = windows.get(network);
    if (!window || window.end <= now) {
      windows.delete(network);
      window = { count: 0, end: now + timeWindow };
      windows.set(network, window);
    }
    window.count += 1;
    const [oldest] = windows.keys();
    if (windows.size > mostAddresses && oldest !== undefined) windows.delete(oldest);
    if (window.count > max) throw tooMany(Math.ceil((window.end - now) / 1_000));
  };
}
