import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

export async function startServer(
  environment: Record<string, string>,
): Promise<{ address: string; process: ChildProcess }> {
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, DEMO: 'off', PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    if (server.kill('SIGINT')) await ended;
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /ready at (\S+)/.exec(line)?.[1];
    if (address) return { address, process: server };
  }
  throw new Error('The server exited before it was ready');
}
