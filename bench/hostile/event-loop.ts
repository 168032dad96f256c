export function watchEventLoop() {
  let [clock, processor] = [0, 0];
  let last = { clock: performance.now(), processor: ownProcessorTime() };
  setInterval(() => {
    const now = { clock: performance.now(), processor: ownProcessorTime() };
    // Without a block, the ticks are a millisecond apart.
    clock = Math.max(clock, now.clock - last.clock - 1);
    processor = Math.max(processor, now.processor - last.processor);
    last = now;
  }, 1).unref();
  return {
    /** Returns the longest block since this function last ran, in milliseconds of wall time and CPU time. */
    takeLongest() {
      const longest = { clock, processor };
      [clock, processor] = [0, 0];
      return longest;
    },
  };
}

/** Returns the CPU time of this thread in milliseconds. The time of other programs is not included. */
function ownProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
