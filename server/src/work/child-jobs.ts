import { Worker } from 'node:worker_threads';

/** The limits that end a job's process with a signal: SIGKILL for memory, SIGXCPU for CPU time. */
export interface WatchedLimits {
  /** The memory of the whole process, including buffers. */
  memoryMegabytes?: number;
  /** The CPU time of one job. It does not depend on how busy the machine is. */
  cpuMilliseconds?: number;
}

export type FromChild<Output, Part> = { part: Part } | { output: Output } | { failure: string };

/**
 * Runs a pool's jobs in its child process, one after the other, and sends the answers. `pass` sends a part of
 * the answer early, and resolves when the part has been sent.
 */
export function answerJobs(
  handle: (input: never, pass: (part: unknown) => Promise<void>) => unknown,
): void {
  const startJob = watch(JSON.parse(process.argv[2] ?? '{}'));
  const send = (message: FromChild<unknown, unknown>) =>
    // Ignores an error, because it means that the server has exited, and then this process exits too.
    new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

  // Ctrl-C also reaches this process. Ignores it, because the server decides when this process exits.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async (input) => {
    startJob();
    try {
      await send({ output: await handle(input as never, (part) => send({ part })) });
    } catch (error) {
      await send({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

/**
 * Watches memory and CPU time from a thread, because the heap limit excludes buffers and a busy parser blocks
 * timers. Returns a function that starts counting the CPU time of a new job.
 */
function watch({ memoryMegabytes, cpuMilliseconds }: WatchedLimits): () => void {
  if (memoryMegabytes === undefined && cpuMilliseconds === undefined) return () => {};
  const begun = new Float64Array(new SharedArrayBuffer(8));
  const code = `
    const { begun, bytes, microseconds } = require('node:worker_threads').workerData;
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (user + system - begun[0] > microseconds) process.kill(process.pid, 'SIGXCPU');
      if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
    }, 25)`;
  const limits = {
    begun,
    bytes: (memoryMegabytes ?? Number.POSITIVE_INFINITY) * 2 ** 20,
    microseconds: (cpuMilliseconds ?? Number.POSITIVE_INFINITY) * 1_000,
  };
  new Worker(code, { eval: true, workerData: limits }).unref();
  return () => {
    const { user, system } = process.cpuUsage();
    begun[0] = user + system;
  };
}
