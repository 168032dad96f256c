import { createServer } from 'node:http';
import pg from 'pg';
import type { Vary } from './cases.ts';
import type { Statement } from './record-statements.ts';

export interface FloorOrder {
  connection: pg.PoolConfig;
  statements: Statement[];
  vary: Vary[];
}

// Runs the floor: the same SQL on Node's bare HTTP server and the bare driver, without an application.
process.once('message', (order: FloorOrder) => {
  const { connection, statements, vary } = order;
  const pool = new pg.Pool({ ...connection, max: 12 });
  const varied = new Map(vary.map(({ recorded, from }) => [JSON.stringify(recorded), from]));
  let turn = 0;
  const isTransaction = statements[0]?.text === 'begin';

  const answer = async (): Promise<string> => {
    const now = turn++;
    const present = (value: unknown) => {
      const from = varied.get(JSON.stringify(value));
      return from === undefined ? value : from[now % from.length];
    };
    const client = isTransaction ? await pool.connect() : pool;
    let rows: unknown[] = [];
    try {
      for (const { text, values, name } of statements) {
        const given = values.map(present);
        const result = await client.query({
          text,
          ...(name && { name }),
          ...(given.length > 0 && { values: given }),
        });
        if (result.rows.length > 0) rows = result.rows;
      }
    } catch (error) {
      if (client !== pool) await client.query('rollback');
      throw error;
    } finally {
      if (client !== pool) (client as pg.PoolClient).release();
    }
    return JSON.stringify({ results: rows });
  };
  const server = createServer((_, response) => {
    answer().then(
      (body) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: unknown) => {
        response.writeHead(500);
        response.end(String(error));
      },
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(address !== null && typeof address === 'object' ? address.port : 0);
  });
});
