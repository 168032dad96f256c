import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` until closed: first after `after` milliseconds, and then `every` milliseconds after the end of
 * each run (`afterFailure` if the run failed). `close` aborts the signal of the current run and waits for the
 * run. If several runs fail in a row, only the first failure is reported, because the reason is usually the
 * same.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  every: number,
  onError: (error: unknown) => void,
  {
    after = 0,
    afterFailure = every,
  }: { after?: number | undefined; afterFailure?: number | undefined } = {},
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const rest = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => {});
  const repeating = (async () => {
    let hasFailed = false;
    if (after > 0) await rest(after);
    while (!signal.aborted) {
      try {
        await work(signal);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onError(error);
        hasFailed = true;
      }
      await rest(hasFailed ? afterFailure : every);
    }
  })();
  return {
    close: () => {
      closing.abort();
      return repeating;
    },
  };
}
