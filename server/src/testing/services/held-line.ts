import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { connect } from '../../db/connection.ts';

/**
 * Starts a TCP proxy of the database. When the client sends `statement`, the proxy closes the client's
 * connection and holds the statement back. This simulates a COMMIT that waits for a standby. `pass` sends the
 * statement, and resolves when the database has answered.
 */
export async function startLine({ host = '', port, ...owner }: pg.PoolConfig, statement: string) {
  const open = new Set<Socket>();
  const held = Promise.withResolvers<() => Promise<unknown>>();
  const line = createServer((client) => {
    const server = dial(join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, server]) open.add(socket.on('error', () => {}));
    server.on('data', (bytes) => client.writable && client.write(bytes));
    client.on('data', (bytes) => {
      if (!bytes.includes(statement)) return void server.write(bytes);
      client.resetAndDestroy();
      held.resolve(() => {
        server.write(bytes);
        return once(server, 'data');
      });
    });
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const at = { host: '127.0.0.1', port: (line.address() as AddressInfo).port };
  // The timeouts are long, because requests and the app's background work share one connection.
  const db = connect(
    { ...owner, ...at, max: 1, connectionTimeoutMillis: 60_000 },
    { longestWait: 60_000 },
  );
  onTestFinished(async () => {
    await db.destroy();
    line.close();
    for (const socket of open) socket.destroy();
  });
  return { db, pass: async () => (await held.promise)() };
}
