import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { WatchedLimits } from './child-jobs.ts';

export interface ChildLimits extends WatchedLimits {
  heapMegabytes?: number;
  addons?: boolean;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/**
 * Forks a process that runs jobs (child-jobs.ts). The process can't write files, use the network or start a
 * program. It is killed when the server exits.
 */
export function forkChild(file: URL, limits: ChildLimits): ChildProcess {
  const { heapMegabytes, addons, memoryMegabytes, cpuMilliseconds } = limits;
  const child = fork(file, [JSON.stringify({ memoryMegabytes, cpuMilliseconds })], {
    serialization: 'advanced',
    execArgv: [
      ...['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
      ...(addons ? ['--allow-addons'] : []),
      ...(heapMegabytes ? [`--max-old-space-size=${heapMegabytes}`] : []),
    ],
    // The child needs no environment variables of the server, and must not see its secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

export function setBusy(child: ChildProcess) {
  child.ref();
  child.channel?.ref();
}

/** Stops an idle process from keeping the server alive. */
export function setIdle(child: ChildProcess) {
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
}
