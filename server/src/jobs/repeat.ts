/**
 * Does `work` again and again, `every` milliseconds after it last ended and `after` milliseconds from now at first, until it is closed; closing waits for what is
 * under way. Of failures in a row the first is told: what fails is most often the database being away.
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
