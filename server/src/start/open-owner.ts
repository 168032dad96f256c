import type pg from 'pg';
import type { Config } from '../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { connectionsInAll } from './workers/connections-per-process.ts';

export interface OwnedDatabase {
  owner: pg.PoolConfig;
  ways: { application?: pg.PoolConfig; mayLogIn?: boolean };
  embedded?: EmbeddedPostgres;
}

export async function openOwner(
  { databaseUrl, migrationDatabaseUrl, dataDir, processes }: Config,
  say: (line: string) => void,
): Promise<OwnedDatabase> {
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres(dataDir, say, {
      max_connections: String(connectionsInAll(processes)),
    });
    return { owner: embedded.connection, ways: { mayLogIn: true }, embedded };
  }
  const given = { connectionString: databaseUrl };
  return migrationDatabaseUrl === undefined
    ? { owner: given, ways: {} }
    : { owner: { connectionString: migrationDatabaseUrl }, ways: { application: given } };
}
