import type { ChildProcess } from 'node:child_process';
import type { FromChild } from './child-jobs.ts';
import { type ChildLimits, forkChild, setBusy, setIdle } from './fork-child.ts';

export interface PoolLimits extends ChildLimits {
  /** The maximum number of processes. Each process does one job at a time. */
  processes: number;
  /**
   * The maximum number of jobs that wait for a process. It is unlimited by default, for callers that limit
   * their jobs themselves.
   */
  queue?: number;
  /** The maximum time that a job waits for a process, in milliseconds. */
  longestWait?: number;
  /** The maximum duration of a job, with its retries, in milliseconds. Then its process is killed. */
  deadline: number;
  /**
   * The milliseconds after which a process is killed during its first job. The caller gets an error after
   * `deadline` already. The process gets more time, because it also has to start. Otherwise, on a slow
   * machine, each new process would be killed before it is ready.
   */
  firstDeadline?: number;
  /** The number of jobs after which a process is replaced, because native code does not return its memory. */
  jobsPerProcess: number;
  /** The milliseconds without a job after which a process exits. By default, processes stay. */
  endIdleAfter?: number;
  /**
   * How often a job is started at most. A job is started again if its process dies, because the reason may
   * have been something other than the job.
   */
  tries: number;
}

export interface JobOptions<Part> {
  /**
   * Cancels the job. If the job is already running, its process is killed only if `jobsPerProcess` is 1.
   * Otherwise the job continues to its end.
   */
  signal?: AbortSignal | undefined;
  onPart?: (part: Part) => void;
}

export interface ChildPool<Input, Output, Part = never> {
  /** Rejects with {@link PoolBusy}, {@link JobLate}, {@link ChildDied} or the job's own error. */
  run(input: Input, options?: JobOptions<Part>): Promise<Output>;
  close(): Promise<void>;
}

export class PoolBusy extends Error {
  override name = 'PoolBusy';
}
export class JobLate extends Error {
  override name = 'JobLate';
}
export class ChildDied extends Error {
  override name = 'ChildDied';
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;

  constructor(code: number | null, signal: NodeJS.Signals | null, complaint: string) {
    super(`process died with ${signal ?? `code ${code}`}`, complaint ? { cause: complaint } : {});
    this.code = code;
    this.signal = signal;
  }
}

interface Job<Input, Output, Part> {
  input: Input;
  onPart: ((part: Part) => void) | undefined;
  begun: number;
  isSettled: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

/**
 * Runs jobs in the order of arrival, each in a child process that does no other job at that time. Uses
 * processes, because a thread can't be stopped while it runs native code. The processes start with the first
 * jobs, and don't keep an idle server alive. docs/decisions/017-one-child-pool.md explains why this is not
 * tinypool.
 */
export function startChildPool<Input, Output, Part = never>(
  file: URL,
  limits: PoolLimits,
): ChildPool<Input, Output, Part> {
  type AJob = Job<Input, Output, Part>;
  const waiting: AJob[] = [];
  /** A stack. The process that became idle last gets the next job, so that the other processes can exit. */
  const idle: { child: ChildProcess; timer: NodeJS.Timeout | undefined }[] = [];
  const busy = new Map<ChildProcess, AJob>();
  const jobsDone = new Map<ChildProcess, number>();
  let isClosed = false;

  function start(): ChildProcess {
    const child = forkChild(file, limits);
    jobsDone.set(child, 0);
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000);
    });
    child.on('message', (message) => onMessage(child, message as FromChild<Output, Part>));
    child.on('error', (error) => end(child, error));
    child.on('close', (code, signal) => end(child, new ChildDied(code, signal, complaint)));
    return child;
  }

  function onMessage(child: ChildProcess, message: FromChild<Output, Part>) {
    const job = busy.get(child);
    if (!job) return;
    if ('part' in message) {
      job.onPart?.(message.part);
      return;
    }
    busy.delete(child);
    const count = (jobsDone.get(child) ?? 0) + 1;
    if (count < limits.jobsPerProcess) {
      jobsDone.set(child, count);
      rest(child);
    } else end(child, new Error('process has done its number of jobs'));
    if ('output' in message) job.resolve(message.output);
    else job.reject(new Error(message.failure));
    dispatch();
  }

  function rest(child: ChildProcess) {
    setIdle(child);
    const { endIdleAfter } = limits;
    const timer =
      endIdleAfter === undefined
        ? undefined
        : setTimeout(() => end(child, new Error('process was idle')), endIdleAfter).unref();
    idle.push({ child, timer });
  }

  function takeIdle(): ChildProcess | undefined {
    const taken = idle.pop();
    clearTimeout(taken?.timer);
    return taken?.child;
  }

  function end(child: ChildProcess, error: Error) {
    if (!jobsDone.delete(child)) return;
    const place = idle.findIndex((one) => one.child === child);
    if (place >= 0) clearTimeout(idle.splice(place, 1)[0]?.timer);
    setIdle(child);
    child.kill('SIGKILL');
    const job = busy.get(child);
    busy.delete(child);
    const isToRepeat = job && !job.isSettled && !isClosed && job.begun < limits.tries;
    if (isToRepeat && !(error instanceof JobLate)) waiting.unshift(job);
    else job?.reject(error);
    dispatch();
  }

  function dispatch() {
    while (waiting.length > 0 && !isClosed) {
      const child = takeIdle() ?? (jobsDone.size < limits.processes ? start() : undefined);
      const job = child && waiting.shift();
      if (!child || !job) return;
      begin(child, job);
    }
  }

  function begin(child: ChildProcess, job: AJob) {
    busy.set(child, job);
    setBusy(child);
    job.begun += 1;
    if (job.begun === 1) {
      const { deadline } = limits;
      clearTimeout(job.timer);
      const late = new JobLate(`no answer within ${deadline} ms`);
      job.timer = setTimeout(() => giveUp(job, late), deadline);
    }
    try {
      child.send(job.input as object, (error) => error && end(child, error));
    } catch (error) {
      onMessage(child, { failure: `the job can't be sent: ${(error as Error).message}` });
    }
  }

  function giveUp(job: AJob, error: Error) {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    job.reject(error);
    const isUseless = error instanceof JobLate || limits.jobsPerProcess === 1;
    const child = [...busy].find(([, under]) => under === job)?.[0];
    if (!child || !isUseless) return;
    const { deadline, firstDeadline = deadline } = limits;
    const more = jobsDone.get(child) === 0 ? firstDeadline - deadline : 0;
    if (more <= 0) return end(child, error);
    setTimeout(() => busy.get(child) === job && end(child, error), more).unref();
  }

  function enqueue(input: Input, { signal, onPart }: JobOptions<Part>): Promise<Output> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        job.isSettled = true;
        // Doesn't clear the timer of a running job, so that its process is killed at the deadline even if no
        // caller is waiting.
        if (![...busy.values()].includes(job)) clearTimeout(job.timer);
        signal?.removeEventListener('abort', leave);
      };
      const job: AJob = {
        input,
        onPart,
        begun: 0,
        isSettled: false,
        timer: undefined,
        resolve: (output) => {
          settle();
          resolve(output);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      const leave = () => giveUp(job, new Error('the client no longer waits for the answer'));
      signal?.addEventListener('abort', leave, { once: true });
      const { longestWait } = limits;
      if (longestWait !== undefined) {
        const full = new PoolBusy(`no process was free within ${longestWait} ms`);
        job.timer = setTimeout(() => giveUp(job, full), longestWait);
      }
      waiting.push(job);
      dispatch();
    });
  }

  return {
    async run(input, options = {}) {
      if (isClosed) throw new Error('the pool is closed');
      options.signal?.throwIfAborted();
      const { queue = Infinity } = limits;
      if (waiting.length >= queue) throw new PoolBusy(`${waiting.length} jobs are waiting`);
      return enqueue(input, options);
    },
    async close() {
      isClosed = true;
      const error = new Error('the pool is closed');
      for (const job of waiting.splice(0)) job.reject(error);
      const children = [...jobsDone.keys()];
      const ended = children.map((child) => new Promise((done) => child.once('exit', done)));
      for (const child of children) {
        end(child, error);
        child.ref();
      }
      await Promise.all(ended);
    },
  };
}
