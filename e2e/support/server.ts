import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/src/testing/services/free-port.ts';

const entry = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface RunningServer {
  address: string;
  dataDir: string;
  process: ChildProcess;
  output(): string;
  stop(): Promise<void>;
}

type Stop = () => Promise<void>;

/** The functions that stop servers and delete folders when a signal ends this process. */
const running = new Set<Stop>();

async function stopAll(signal: NodeJS.Signals): Promise<void> {
  await Promise.allSettled(Array.from(running, (stop) => stop()));
  // A test runner has its own listener and ends the process itself.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function stopOnSignal(stop: Stop): Stop {
  if (running.size === 0) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.off(signal, stopAll).once(signal, stopAll);
    }
  }
  const stopping = async () => {
    running.delete(stopping);
    await stop();
  };
  running.add(stopping);
  return stopping;
}

export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort();
  // The same option as in `npm start`.
  const server = spawn(process.execPath, ['--max-semi-space-size=8', entry], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Ctrl-C stops it.')) resolve();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${printed}`)),
    );
  });
  const stop = stopOnSignal(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  });
  await ready;
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    process: server,
    output: () => printed,
    stop,
  };
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'doorstep-e2e-'));

async function fillFolder(dataDir: string): Promise<void> {
  await (await startServer(dataDir, { DEMO: 'on' })).stop();
}

/** Makes the data that all demo servers of the run copy. Returns a function that deletes the data. */
export async function makeDemoData(): Promise<Stop> {
  const folder = await makeFolder();
  const remove = stopOnSignal(() => rm(folder, { recursive: true, force: true }));
  await fillFolder(folder);
  process.env.DEMO_DATA = folder;
  return remove;
}

/**
 * Copies the demo data of the run, if {@link makeDemoData} made them. Otherwise, the server loads the demo at
 * its start. With `isSecondStart`, an earlier start loads the demo, because loading needs more memory.
 */
export async function startDemoServer({ isSecondStart = false } = {}): Promise<RunningServer> {
  const dataDir = await makeFolder();
  if (process.env.DEMO_DATA) await cp(process.env.DEMO_DATA, dataDir, { recursive: true });
  else if (isSecondStart) await fillFolder(dataDir);
  const server = await startServer(dataDir, { DEMO: 'on' });
  const stop = stopOnSignal(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...server, stop };
}
