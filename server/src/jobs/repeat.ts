/**
 * Runs `work` until closed: first after `after` milliseconds, then `every` milliseconds after it last ended. Closing waits
 * for a run under way. Of failures in a row only the first is reported, as most often the database is away.
 */
export function repeat(
  work: () => Promise<unknown>,
  every: number,
  onError: (error: unknown) => void,
  after = 0,
): { close(): Promise<void> } {
  let isClosing = false;
  let wake = () => {};
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const repeating = (async () => {
    let hasFailed = false;
    if (after > 0) await rest(after);
    while (!isClosing) {
      try {
        await work();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onError(error);
        hasFailed = true;
      }
      if (!isClosing) await rest(every);
    }
  })();
  return {
    close: () => {
      isClosing = true;
      wake();
      return repeating;
    },
  };
}
