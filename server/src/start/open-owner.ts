import type pg from 'pg';
import type { Config } from '../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { connectionsOfAll } from './workers/share-of.ts';

/** The database of the settings, connected to as the owner of its tables. */
export interface OwnedDatabase {
  owner: pg.PoolConfig;
  /** How the application connects, as `prepareDatabase` takes it. */
  ways: { application?: pg.PoolConfig; mayLogIn?: boolean };
  /** The database of the data folder, which is ours to start and to stop. */
  embedded?: EmbeddedPostgres;
}

/** Brings up the embedded database, or names the external one. */
export async function openOwner(
  { databaseUrl, migrationDatabaseUrl, dataDir, processes }: Config,
  say: (line: string) => void,
): Promise<OwnedDatabase> {
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres(dataDir, say, {
      max_connections: String(connectionsOfAll(processes)),
    });
    return { owner: embedded.connection, ways: { mayLogIn: true }, embedded };
  }
  const given = { connectionString: databaseUrl };
  return migrationDatabaseUrl === undefined
    ? { owner: given, ways: {} }
    : { owner: { connectionString: migrationDatabaseUrl }, ways: { application: given } };
}
