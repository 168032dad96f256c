/** Watches how long the event loop of this process is held at a time. */
export function watchEventLoop() {
  let [clock, processor] = [0, 0];
  let last = { clock: performance.now(), processor: ownProcessorTime() };
  setInterval(() => {
    const now = { clock: performance.now(), processor: ownProcessorTime() };
    // A tick is a millisecond after the one before it where nothing holds the loop.
    clock = Math.max(clock, now.clock - last.clock - 1);
    processor = Math.max(processor, now.processor - last.processor);
    last = now;
  }, 1).unref();
  return {
    /** The longest hold, in milliseconds, since this was last asked. */
    takeLongest() {
      const longest = { clock, processor };
      [clock, processor] = [0, 0];
      return longest;
    },
  };
}

/** Milliseconds that this thread has computed: what other programs take from it is not counted. */
function ownProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
