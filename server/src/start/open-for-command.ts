import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { applicationRole } from '../db/application-role.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { connect } from '../db/connection.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { readPassword } from '../db/embedded/postgres-cluster.ts';

interface Opened {
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** Opens the database for a command, whether or not a server is running. Doesn't migrate the schema. */
export async function openForCommand({ databaseUrl, dataDir }: Config): Promise<Opened> {
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, close: async () => {} };
  }
  const running = await findRunning(join(dataDir, 'database'));
  if (running) return { connection: running, close: async () => {} };
  if (!hasDatabase(dataDir)) {
    throw new CannotStart(
      `There is no database in ${dataDir}. Check DATA_DIR, or start the server once to create a database.`,
    );
  }
  const postgres = await startEmbeddedPostgres(dataDir, console.error);
  return {
    connection: { ...postgres.connection, user: applicationRole },
    close: () => postgres.stop(),
  };
}

export const hasDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database', 'PG_VERSION'));

async function findRunning(folder: string): Promise<pg.PoolConfig | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  const [, , , port, socket, address] = lines;
  if (lines[7]?.trim() !== 'ready') return undefined;
  const connection = {
    host: socket || address,
    port: Number(port),
    user: applicationRole,
    password: await readPassword(folder),
    database: 'doorstep',
    // Opens few connections, because the running server needs the others.
    max: 4,
  };
  const db = connect(connection);
  const isThere = await db
    .selectFrom('audit')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
  await db.destroy();
  return isThere ? connection : undefined;
}
