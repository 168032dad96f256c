import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fire } from './fire.ts';
import { usageOf } from './process-usage.ts';

/** The cost of reading an applicant by its primary key, with Node's bare HTTP server and the bare driver. */
export interface Yardstick {
  perSecond: number;
  microseconds: { server: number; database: number };
}

interface Order {
  connection: pg.PoolConfig;
  applicants: number;
}

export async function measureYardstick(
  { connection, applicants }: Order,
  { clients, seconds, databasePid }: { clients: number; seconds: number; databasePid: number },
): Promise<Yardstick> {
  const server = fork(fileURLToPath(import.meta.url), { env: { ...process.env, YARDSTICK: '1' } });
  try {
    server.send({ connection, applicants } satisfies Order);
    const [port] = (await once(server, 'message')) as [number];
    const make = (turn: number) => `GET /${turn} HTTP/1.1\r\nhost: bench\r\n\r\n`;
    await fire(port, clients, Math.min(2, seconds), make);
    const measured = () => Promise.all([usageOf(server.pid ?? 0), usageOf(databasePid)]);
    const before = await measured();
    const fired = await fire(port, clients, seconds, make);
    const after = await measured();
    if (fired.failures > 0) throw new Error(`The yardstick failed: ${fired.firstFailure}`);
    const [ofServer = 0, ofDatabase = 0] = after.map(
      ({ cpu }, index) => ((cpu - (before[index]?.cpu ?? 0)) / fired.requests) * 1e6,
    );
    const microseconds = { server: Math.round(ofServer), database: Math.round(ofDatabase) };
    return { perSecond: Math.round(fired.perSecond), microseconds };
  } finally {
    server.kill();
  }
}

function serve({ connection, applicants }: Order): void {
  const pool = new pg.Pool({ ...connection, max: 12 });
  const text = 'select * from applicants where id = $1';
  const server = createServer((request, response) => {
    const id = 10_001 + ((Number(request.url?.slice(1)) * 7919) % applicants);
    pool.query({ name: 'applicant', text, values: [id] }).then(
      ({ rows }) => {
        const body = JSON.stringify(rows[0]);
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
}

if (process.env.YARDSTICK) process.once('message', serve);
