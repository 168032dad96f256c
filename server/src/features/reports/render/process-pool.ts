import { type ChildProcess, fork } from 'node:child_process';

/** What a process answers: one message for each job. */
export type JobAnswer<Output> = { result: Output } | { failure: string };

export interface PoolLimits {
  processes: number;
  /** Milliseconds a job may run: its process is then killed. */
  deadline: number;
  /** Milliseconds after which a job is given up, waiting included. */
  patience: number;
  /** Jobs after which a process makes way for a fresh one: what native code keeps of memory it never gives back. */
  lifetime: number;
  /** Jobs that may wait for a free process. */
  queue: number;
}

export interface ProcessPool<Input, Output> {
  /** Rejects with {@link PoolBusy}, {@link JobLate} or the job's own failure; `signal` gives the job up. */
  run(input: Input, signal?: AbortSignal): Promise<Output>;
  close(): Promise<void>;
}

export class PoolBusy extends Error {
  override name = 'PoolBusy';
}
export class JobLate extends Error {
  override name = 'JobLate';
}

interface Job<Input, Output> {
  input: Input;
  /** Whether a process died over it already: it may have been killed for no fault of the job, but not twice. */
  hasCostOne: boolean;
  isSettled: boolean;
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

/**
 * Runs jobs first come, first served, each alone in one of a few child processes: native code that never returns can't be
 * ended in a thread, but a process can be killed. They start with the first jobs and never keep the server alive while idle.
 */
export function startProcessPool<Input, Output>(
  file: URL,
  { processes, deadline, patience, lifetime, queue }: PoolLimits,
): ProcessPool<Input, Output> {
  const waiting: Job<Input, Output>[] = [];
  const idle: ChildProcess[] = [];
  const alive = new Set<ChildProcess>();
  const abandon = new Map<ChildProcess, (error: Error) => void>();
  const done = new WeakMap<ChildProcess, number>();
  let closed = false;

  function startProcess(): ChildProcess {
    // Nothing of the server's environment is needed there, its secrets least of all.
    const child = fork(file, [], { serialization: 'advanced', execArgv: [], env: {} });
    alive.add(child);
    rest(child);
    child.on('error', (error) => discard(child, new Error(`process failed: ${error.message}`)));
    child.on('exit', (code, signal) =>
      discard(child, new Error(`process died with ${signal ?? `code ${code}`}`)),
    );
    return child;
  }

  function discard(child: ChildProcess, error: Error) {
    if (!alive.delete(child)) return;
    const place = idle.indexOf(child);
    if (place >= 0) idle.splice(place, 1);
    child.kill('SIGKILL');
    abandon.get(child)?.(error);
    dispatch();
  }

  function replace(child: ChildProcess) {
    discard(child, new Error('process has done its share'));
    // It loads while nobody waits for it yet.
    if (alive.size < processes && !closed) idle.push(startProcess());
  }

  function dispatch() {
    while (waiting.length > 0 && !closed) {
      const child = idle.pop() ?? (alive.size < processes ? startProcess() : undefined);
      const job = child && waiting.shift();
      if (!child || !job) return;
      perform(child, job);
    }
  }

  function perform(child: ChildProcess, job: Job<Input, Output>) {
    const end = () => {
      done.set(child, (done.get(child) ?? 0) + 1);
      clearTimeout(timer);
      child.off('message', answer);
      abandon.delete(child);
      rest(child);
    };
    const answer = (message: unknown) => {
      end();
      if ((done.get(child) ?? 0) < lifetime) idle.push(child);
      else replace(child);
      const answered = message as JobAnswer<Output>;
      if ('result' in answered) job.resolve(answered.result);
      else job.reject(new Error(answered.failure));
      dispatch();
    };
    const timer = setTimeout(
      () => discard(child, new JobLate(`no answer within ${deadline} ms`)),
      deadline,
    );
    abandon.set(child, (error) => {
      end();
      if (error instanceof JobLate || job.hasCostOne || job.isSettled || closed) {
        job.reject(error);
        return;
      }
      job.hasCostOne = true;
      waiting.unshift(job);
    });
    child.ref();
    child.channel?.ref();
    child.on('message', answer);
    try {
      child.send(job.input as object, (error) => error && discard(child, error));
    } catch (error) {
      answer({ failure: `the job can't be sent: ${(error as Error).message}` });
    }
  }

  function enqueue(input: Input, signal?: AbortSignal): Promise<Output> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        job.isSettled = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const job: Job<Input, Output> = {
        input,
        hasCostOne: false,
        isSettled: false,
        resolve: (output) => {
          settle();
          resolve(output);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      // A job under way is finished or killed by its deadline; one that still waits is not begun any more.
      const leave = (error: Error) => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        job.reject(error);
      };
      const giveUp = () => leave(new Error('nobody waits for the answer any more'));
      const timer = setTimeout(
        () => leave(new JobLate(`not done within ${patience} ms`)),
        patience,
      );
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(job);
      dispatch();
    });
  }

  return {
    async run(input, signal) {
      if (closed) throw new Error('the pool is closed');
      signal?.throwIfAborted();
      const { length } = waiting;
      if (length >= queue) throw new PoolBusy(`${length} jobs are waiting`);
      return enqueue(input, signal);
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('the pool is closed'));
      await Promise.all(
        Array.from(alive, (child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.ref();
          discard(child, new Error('the pool is closed'));
          return ended;
        }),
      );
    },
  };
}

/** An idle process does not keep the server alive. */
function rest(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
}
