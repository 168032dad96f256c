import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Host, namespaceOf } from './network.ts';

export interface Program {
  name: string;
  process: ChildProcess;
  /** Terminates the program, by force after ten seconds. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface How {
  folder: string;
  user?: 'postgres';
  host?: Host;
  env?: NodeJS.ProcessEnv;
}

/**
 * Starts a program of the cluster. The program ends when this process ends, and writes its output to
 * <folder>/<name>.log.
 */
export function startProgram(
  name: string,
  [command, ...args]: [string, ...string[]],
  { folder, user, host, env }: How,
): Program {
  const inside = host ? ['ip', 'netns', 'exec', namespaceOf(host)] : [];
  const as = user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
  const [first = '', ...rest] = [
    ...[...inside, 'setpriv', ...as, '--pdeathsig', 'TERM', '--', command],
    ...args,
  ];
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(first, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    // Ctrl-C must reach only this process, because this process stops the parts in the right order.
    detached: true,
  });
  closeSync(log);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
    if (!hasEnded()) {
      child.kill('SIGKILL');
      await ended;
    }
  };
  return { name, process: child, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

const run = promisify(execFile);

export const asPostgres = (host: Host, ...command: string[]) =>
  run('ip', [
    ...['netns', 'exec', namespaceOf(host), 'setpriv', '--reuid=postgres', '--regid=postgres'],
    ...['--init-groups', '--', ...command],
  ]);

export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  longest = 60_000,
): Promise<T> {
  const until = performance.now() + longest;
  let last: unknown;
  while (performance.now() < until) {
    const answer = await ask().catch((error: unknown) => {
      last = error;
      return undefined;
    });
    if (answer) return answer;
    await sleep(100);
  }
  throw new Error(`Timed out waiting for ${what}`, { cause: last });
}
