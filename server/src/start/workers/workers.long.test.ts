import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  emptyDatabase,
  environmentFor,
  queryAsOwner,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { freePort } from '../../testing/services/free-port.ts';
import { connectionsInAll, connectionsPerProcess } from './connections-per-process.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  // If this test runs as root, the database may run as the user "nobody", who needs access to the folder.
  await chmod(folder, 0o711);
  return folder;
}

interface Server {
  process: ChildProcess;
  output(): string;
  ready: Promise<string>;
}

function start(settings: Record<string, string>): Server {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DEMO: 'off', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (part: Buffer) => {
      printed += part.toString();
      const address = /ready at (http:\S+)[^]*Ctrl-C/.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`Ended with ${code}:\n${printed}`)));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return { process: child, output: () => printed, ready };
}

const pidsIn = (output: string) =>
  new Set([...output.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)));

async function processesThatAnswer(server: Server, address: string, count: number) {
  const from = server.output().length;
  await expect
    .poll(
      async () => {
        // Each request opens a new connection, because a connection stays with its process. The timeout is
        // needed, because a killed process never answers a request that it received.
        const signal = AbortSignal.timeout(1_000);
        const response = await once(
          get(`${address}/readyz`, { agent: false, signal }),
          'response',
        ).catch(() => []);
        response[0]?.resume();
        return pidsIn(server.output().slice(from)).size;
      },
      { timeout: 120_000, interval: 20 },
    )
    .toBeGreaterThanOrEqual(count);
  return [...pidsIn(server.output().slice(from))];
}

test('several processes answer on one port, and a killed one is replaced', async () => {
  const metricsPort = await freePort();
  const settings = { DATA_DIR: await dataFolder(), PROCESSES: '2', LOG_LEVEL: 'info' };
  const server = start({ ...settings, METRICS_PORT: String(metricsPort) });
  const address = await server.ready;
  expect(server.output().match(/is ready at/g)).toHaveLength(1);
  const [first = 0, second = 0] = await processesThatAnswer(server, address, 2);
  expect([first, second]).not.toContain(server.process.pid);

  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const asked = (server.output().match(/"route":"\/readyz"/g) ?? []).length;
  // The metrics have one line for each class of status.
  const text = await metrics.text();
  const counted = [
    ...text.matchAll(/request_duration_seconds_count\{[^}]*\/readyz[^}]*\} (\d+)/g),
  ].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(counted).toBe(asked);

  process.kill(first, 'SIGKILL');
  const replaced = `Process ${first} exited (SIGKILL); another one replaces it.`;
  await expect.poll(server.output, { timeout: 120_000 }).toContain(replaced);
  const now = await processesThatAnswer(server, address, 2);
  expect(now).toContain(second);
  expect(now).not.toContain(first);

  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const pid of now) expect(() => process.kill(pid, 0), `${pid} is gone`).toThrow('ESRCH');
});

test('killing the first process also ends the others', async () => {
  const server = start({ DATA_DIR: await dataFolder(), PROCESSES: '2', LOG_LEVEL: 'info' });
  const pids = await processesThatAnswer(server, await server.ready, 2);
  server.process.kill('SIGKILL');
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids.filter(isAlive), { timeout: 120_000 }).toEqual([]);
});

test('processes that can’t start report the reason once', async () => {
  const [taken, folder] = [await freePort(), await dataFolder()];
  const holder = start({ DATA_DIR: join(folder, 'a'), PORT: String(taken) });
  await holder.ready;
  const server = start({ DATA_DIR: join(folder, 'b'), PORT: String(taken), PROCESSES: '2' });
  await expect(server.ready).rejects.toThrow('Another program uses this port.');
  expect(server.output().match(/could not start/g)).toHaveLength(1);
});

test('two servers starting on an empty database at the same time share one schema, one secret, one demo', async () => {
  const database = await emptyDatabase();
  const settings = { ...environmentFor(database, await dataFolder()), DEMO: 'on' };
  const servers = [start(settings), start(settings)];
  const addresses = await Promise.all(servers.map(({ ready }) => ready));

  const { rows } = await queryAsOwner(database, (client) =>
    client.query(`select
      (select count(*)::int from users where email = 'admin@doorstep.test') as admins,
      (select count(*)::int from secrets where name = 'signing') as secrets,
      (select count(*) from kysely_migration) = (select count(distinct name) from kysely_migration) as once`),
  );
  expect(rows).toEqual([{ admins: 1, secrets: 1, once: true }]);

  const signedIn = await fetch(`${addresses[0]}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email_or_mobile: 'admin@doorstep.test', password: 'Doorstep-demo-1' }),
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access_token: string } };
  const asked = await fetch(`${addresses[1]}/api/v1/applicants/`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(asked.status).toBe(200);
});

test('the embedded database has enough connections for any number of processes', () => {
  for (const processes of [1, 2, 4, 16, 64]) {
    const each = connectionsPerProcess(processes);
    expect(each).toBeGreaterThanOrEqual(4);
    expect(connectionsInAll(processes)).toBeGreaterThanOrEqual(processes * each + 12);
  }
  expect(connectionsPerProcess(1)).toBe(12);
});
