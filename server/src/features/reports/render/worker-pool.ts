import { Worker } from 'node:worker_threads';

/** What a worker answers: one message for each job. */
export type WorkerAnswer<Output> = { result: Output } | { failure: string };

export interface WorkerPool<Input, Output> {
  run(input: Input): Promise<Output>;
  close(): Promise<void>;
}

interface Job<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

/**
 * Runs jobs first come, first served, each alone in one of a few threads. Threads start with the first job and never
 * keep the process alive while idle. One that dies, or is silent past the deadline (ms), costs its own job only.
 */
export function startWorkerPool<Input, Output>(
  file: URL,
  { workers, deadline }: { workers: number; deadline: number },
): WorkerPool<Input, Output> {
  const waiting: Job<Input, Output>[] = [];
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  const abandon = new Map<Worker, (reason: string) => void>();
  let closed = false;

  function startWorker(): Worker {
    const worker = new Worker(file);
    alive.add(worker);
    worker.unref();
    worker.on('error', (error: Error) => discard(worker, `worker died: ${error.message}`));
    worker.on('exit', (code) => discard(worker, `worker died with code ${code}`));
    return worker;
  }

  function discard(worker: Worker, reason: string) {
    if (!alive.delete(worker)) return;
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    void worker.terminate();
    abandon.get(worker)?.(reason);
    dispatch();
  }

  function dispatch() {
    while (waiting.length > 0 && !closed) {
      const worker = idle.pop() ?? (alive.size < workers ? startWorker() : undefined);
      const job = worker && waiting.shift();
      if (!worker || !job) return;
      perform(worker, job);
    }
  }

  function perform(worker: Worker, job: Job<Input, Output>) {
    const end = () => {
      clearTimeout(timer);
      worker.off('message', answer);
      abandon.delete(worker);
      worker.unref();
    };
    const answer = (message: WorkerAnswer<Output>) => {
      end();
      idle.push(worker);
      if ('result' in message) job.resolve(message.result);
      else job.reject(new Error(message.failure));
      dispatch();
    };
    const timer = setTimeout(() => discard(worker, `no answer within ${deadline} ms`), deadline);
    abandon.set(worker, (reason) => {
      end();
      job.reject(new Error(reason));
    });
    worker.ref();
    worker.on('message', answer);
    try {
      worker.postMessage(job.input);
    } catch (error) {
      answer({ failure: `the job can't be sent: ${(error as Error).message}` });
    }
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the pool is closed'));
        waiting.push({ input, resolve, reject });
        dispatch();
      }),
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('the pool is closed'));
      await Promise.all(
        Array.from(alive, (worker) => {
          const ended = worker.terminate();
          discard(worker, 'the pool is closed');
          return ended;
        }),
      );
    },
  };
}
