import { setTimeout as wait } from 'node:timers/promises';

interface Line<Result> {
  startedAt: number;
  running: Promise<unknown>;
  next?: Promise<Result> | undefined;
}

/**
 * Calls with the same key share the next read, so each answer is newer than its call. For example, after a
 * change, all screens with the same list request it again, which causes only one or two reads. A read begins
 * after the previous read has ended, and at least `gap` milliseconds after the previous read began.
 */
export function shareRuns<Result>(gap = 0) {
  const lines = new Map<string, Line<Result>>();

  async function runNext(key: string, line: Line<Result>, read: () => Promise<Result>) {
    await line.running.catch(() => {});
    const early = line.startedAt + gap - performance.now();
    if (early > 0) await wait(early);
    line.startedAt = performance.now();
    line.next = undefined;
    const run = read();
    line.running = run;
    try {
      return await run;
    } finally {
      if (!line.next && gap === 0) lines.delete(key);
    }
  }

  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? {
      startedAt: Number.NEGATIVE_INFINITY,
      running: Promise.resolve(),
    };
    lines.set(key, line);
    line.next ??= runNext(key, line, read);
    return line.next;
  };
}
