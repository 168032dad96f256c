import PQueue from 'p-queue';
import { unavailable } from '../problems.ts';

const tooManyWaiting = () =>
  unavailable('Too many requests for this at the moment. Please try again in a moment.');

interface QueueLimits {
  atOnce: number;
  /** The maximum number of waiting requests. Further requests are rejected with a 503 immediately. */
  waiting?: number;
  /** The milliseconds after which a waiting request is rejected with a 503. */
  longestWait?: number;
}

export function workQueue({ atOnce, waiting = Infinity, longestWait }: QueueLimits) {
  const queue = new PQueue({ concurrency: atOnce });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.size >= waiting) throw tooManyWaiting();
    if (longestWait === undefined) return queue.add(work);
    const wait = new AbortController();
    const timer = setTimeout(() => wait.abort(tooManyWaiting()), longestWait);
    const begin = () => {
      clearTimeout(timer);
      return work();
    };
    return queue.add(begin, { signal: wait.signal });
  };
}
