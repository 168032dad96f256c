import { join } from 'node:path';
import pg from 'pg';
import { user } from '../../db/embedded/postgres-cluster.ts';

export async function queryDatabase(dataDir: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({
    ...{ host: join(dataDir, 'database'), port: 5432, user, database: 'doorstep' },
  });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
