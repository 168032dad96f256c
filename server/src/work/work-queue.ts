import PQueue from 'p-queue';
import { unavailable } from '../problems.ts';

const tooManyWait = () =>
  unavailable('Too many are asking for this just now. Please try again in a moment.');

interface QueueLimits {
  atOnce: number;
  /** How many may wait; more are answered with a 503 at once. */
  waiting?: number;
  /** Milliseconds after which a waiting request is answered with a 503. */
  longestWait?: number;
}

/** Runs expensive work in the order asked, a bounded number at once. */
export function workQueue({ atOnce, waiting = Infinity, longestWait }: QueueLimits) {
  const queue = new PQueue({ concurrency: atOnce });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.size >= waiting) throw tooManyWait();
    if (longestWait === undefined) return queue.add(work);
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(tooManyWait()), longestWait);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(begin, { signal: wait.signal });
  };
}
