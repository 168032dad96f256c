import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { serverLimits } from '../../../limits.ts';
import { workQueue } from '../../../platform/work-queue.ts';
import { unavailable } from '../../../problems.ts';
import { refusals, SpreadsheetRefused } from '../read/spreadsheet-refused.ts';
import type { ChildMessage, ChildTask } from './spreadsheet-child.ts';

/** What one reading may cost. */
export interface ReadingLimits {
  /** Of processor time: how long the file takes, however busy the machine is. */
  cpuMilliseconds: number;
  /** By the clock: beyond it the machine is to blame, not the file. */
  milliseconds: number;
  heapMegabytes: number;
  /** Of the whole process, buffers included. */
  memoryMegabytes: number;
}

const readingLimits: ReadingLimits = {
  cpuMilliseconds: 8_000,
  milliseconds: 25_000,
  heapMegabytes: 288,
  memoryMegabytes: 352,
};

/** Each may take all the memory that it is allowed. */
const inTurn = workQueue({ atOnce: serverLimits.uploadsAtOnce });

const childPath = fileURLToPath(new URL('./spreadsheet-child.ts', import.meta.url));

/**
 * Gives a spreadsheet to a process of its own, where a hostile one may hang or abort a parser, and hears what it tells;
 * resolves with what it wrote. Throws SpreadsheetRefused, and a 503 where it could not be read in time.
 */
export function runChild(
  task: ChildTask,
  bytes: Uint8Array,
  hear: (message: ChildMessage) => void,
  limits: Partial<ReadingLimits> = {},
): Promise<Buffer> {
  return inTurn(() => run(task, bytes, hear, { ...readingLimits, ...limits }));
}

async function run(
  task: ChildTask,
  bytes: Uint8Array,
  hear: (message: ChildMessage) => void,
  limits: ReadingLimits,
): Promise<Buffer> {
  const child = start(limits);
  let answer: ChildMessage | undefined;
  let late = false;
  child.on('message', (message: ChildMessage) => {
    if ('done' in message || 'refused' in message) answer = message;
    hear(message);
  });
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, limits.milliseconds);
  const complaint = child.stderr ? text(child.stderr) : '';
  const written = child.stdout ? buffer(child.stdout) : Buffer.alloc(0);
  // A child that dies early breaks the pipe; its end says more than that.
  child.stdin?.on('error', () => {}).end(bytes);
  child.send(task, () => {});
  const [code, signal] = await once(child, 'close').finally(() => clearTimeout(timer));
  if (answer && 'done' in answer) return written;
  if (answer && 'refused' in answer) throw new SpreadsheetRefused(answer.refused);
  if (late) throw unavailable('The server is too busy to read this file. Please try again.');
  if (signal === 'SIGXCPU') throw new SpreadsheetRefused(refusals.tooSlow);
  if (signal || code >= 128) throw new SpreadsheetRefused(refusals.tooHungry);
  throw new Error(`The spreadsheet reader stopped with code ${code}: ${await complaint}`);
}

function start(limits: ReadingLimits): ChildProcess {
  const { cpuMilliseconds, memoryMegabytes } = limits;
  return fork(childPath, [String(memoryMegabytes * 1024 * 1024), String(cpuMilliseconds * 1_000)], {
    // It may read its own code, and start the thread that watches what it takes: no writing, no network, no programs.
    execArgv: [
      `--max-old-space-size=${limits.heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
    ],
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
}
