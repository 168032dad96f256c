import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/src/testing/free-port.ts';

const entry = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

export interface RunningServer {
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything the server has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the real server on a data folder, and waits until it says that it is ready. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort();
  // As the start script does.
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
  await ready;
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    process: server,
    output: () => printed,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * A server with demo data on a folder of its own, which goes when it stops. `isSecondStart`: it finds the data there, as
 * on all days but the first, on which it draws photos.
 */
export async function startDemoServer({ isSecondStart = false } = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-e2e-'));
  if (isSecondStart) await (await startServer(dataDir, { DEMO: 'on' })).stop();
  const server = await startServer(dataDir, { DEMO: 'on' });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
