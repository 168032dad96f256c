import { unavailable } from '../problems.ts';
import { expectWait } from './expected-wait.ts';

const tooManyWait = () =>
  unavailable('Too many are asking for this just now. Please try again in a moment.');

/**
 * Runs tasks in the order asked, at most so many at once. Who would wait for more than `longestWait` milliseconds, as those
 * before took, or does, is a 503.
 */
export function takeTurns(
  atOnce: number,
  longestWait = Number.POSITIVE_INFINITY,
): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const wait = expectWait(atOnce);

  function stand(): Promise<void> {
    if (wait.behind(waiting.length + 1) > longestWait) throw tooManyWait();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = Number.isFinite(longestWait) ? setTimeout(leave, longestWait) : undefined;
      function leave() {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(tooManyWait());
      }
      waiting.push(begin);
    });
  }

  return async (task) => {
    if (running >= atOnce) await stand();
    else running += 1;
    const began = performance.now();
    try {
      return await task();
    } finally {
      wait.took(performance.now() - began);
      // The next one takes this place over, so the count stays.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
