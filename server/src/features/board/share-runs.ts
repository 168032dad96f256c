/**
 * Runs a read once for all calls that came before it began, and not again within `gap` milliseconds. So each answer is
 * newer than its call, and a board on a hundred screens costs no more than one.
 */
export function shareRuns<Result>(read: () => Promise<Result>, gap: number) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;

  async function runNext(): Promise<Result> {
    await running.catch(() => {});
    const early = startedAt + gap - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    startedAt = performance.now();
    next = undefined;
    const run = read();
    running = run;
    return run;
  }

  return (): Promise<Result> => {
    next ??= runNext();
    return next;
  };
}
