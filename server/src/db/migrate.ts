import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { CannotStart } from './cannot-start.ts';
import type { Database } from './schema.ts';

const ownMigrations = new URL('./migrations/', import.meta.url);

/**
 * The lock timeout of an expanding migration ({@link isExpanding}). While a migration waits for a table, all
 * requests for that table wait behind it.
 */
const longestQueue = '2s';
const betweenTries = 3_000;
/** The maximum number of retries. All retries together take about ten minutes. */
const mostTries = 120;

/**
 * Returns the file's name with a hash of its text. A database whose migration had another text is then
 * rejected.
 */
function nameMigration(file: string, text: string): string {
  const sha256 = hash('sha256', text.replaceAll('\r\n', '\n'));
  return `${file.replace(/\.sql$/, '')} ${sha256.slice(0, 12)}`;
}

export const titleOf = (name: string): string => name.split(' ', 1)[0] ?? name;

async function readMigrations(
  folder: URL,
  lockTimeout?: string,
): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    return [
      nameMigration(file, text),
      {
        up: async (db) => {
          if (lockTimeout) await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(db);
          await sql.raw(text).execute(db);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

export async function listMigrations(folder = ownMigrations): Promise<string[]> {
  return Object.keys(await readMigrations(folder)).sort();
}

interface Foreign {
  /** Whether the migration is older than this version's last migration. Otherwise a newer release made it. */
  isOlder: boolean;
  migration: string;
}

/**
 * Finds a migration in `done` that this version doesn't have. Prefers the first one that is older than this
 * version's last migration; otherwise returns the newest.
 */
export async function findForeign(done: string[]): Promise<Foreign | undefined> {
  const known = await listMigrations();
  const foreign = done.filter((name) => !known.includes(name)).sort();
  const older = foreign.find((name) => name < (known.at(-1) ?? ''));
  const migration = older ?? foreign.at(-1);
  return migration === undefined
    ? undefined
    : { isOlder: older !== undefined, migration: titleOf(migration) };
}

/**
 * Whether a migration only adds to the schema. Its file ends with `.expand.sql`. The previous release still
 * runs on the changed database, so servers can be upgraded one after another.
 */
const isExpanding = (name: string) => titleOf(name).endsWith('.expand');

/**
 * Does the same as {@link findForeign}, but ignores expanding migrations, because this version also runs on
 * a database that has them.
 */
export const findBlockingMigration = (done: string[]) =>
  findForeign(done.filter((name) => !isExpanding(name)));

/** Whether a newer release has added migrations to the database. */
export const isAhead = async (db: Kysely<Database>): Promise<boolean> =>
  (await findForeign(await listDone(db))) !== undefined;

/**
 * Migrates the database to this version's schema, or only up to the migration `upTo`. Returns the applied
 * migrations. Only one process migrates at a time. `say` reports that a migration waits for other
 * transactions.
 */
export async function migrate(
  db: Kysely<Database>,
  {
    upTo,
    folder = ownMigrations,
    say,
  }: { upTo?: string | undefined; folder?: URL; say?: ((line: string) => void) | undefined } = {},
): Promise<string[]> {
  const done = await listDone(db);
  const blocking = await findBlockingMigration(done);
  if (blocking) throw new CannotStart(describeForeign(blocking));
  const pending = (await listMigrations(folder)).filter((name) => !done.includes(name));
  // Returns before Kysely's migrator runs, because the migrator fails if it finds unknown migrations.
  if (pending.length === 0) return [];
  const migrator = (lockTimeout?: string) =>
    new Migrator({ db, provider: { getMigrations: () => readMigrations(folder, lockTimeout) } });
  // If all are expanding, runs each in its own transaction, because other servers may be using the database.
  if (upTo === undefined && pending.every(isExpanding)) {
    for (const name of pending) await expandTo(migrator(longestQueue), name, say);
  } else await run(migrator(), upTo);
  const before = new Set(done);
  return (await listDone(db)).filter((name) => !before.has(name));
}

async function run(migrator: Migrator, upTo: string | undefined): Promise<void> {
  const { error } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error) throw new Error("Couldn't bring the database up to date", { cause: error });
}

/**
 * Retries while another transaction, for example a backup, locks a table. Requests that wait behind the
 * migration run between the retries.
 */
async function expandTo(
  migrator: Migrator,
  name: string,
  say?: (line: string) => void,
): Promise<void> {
  for (let left = mostTries; ; left--) {
    try {
      return await run(migrator, name);
    } catch (error) {
      const { cause } = error as Error;
      // 55P03 is a lock timeout. 40P01 is a deadlock with a request that waits behind the migration.
      const isQueueing =
        cause instanceof pg.DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
      if (!isQueueing || left === 0) throw error;
      if (left === mostTries)
        say?.(`Migration ${titleOf(name)} is waiting for a table that is in use.`);
      await sleep(betweenTries);
    }
  }
}

export const describeForeign = ({ isOlder, migration }: Foreign) =>
  isOlder
    ? `A Doorstep older than release 0.2.0 made this database (migration ${migration}), and this version can't upgrade it. Start the version that made it, or use an empty data folder or database.`
    : `A newer Doorstep has used this database (migration ${migration}). Start that version, or restore a backup made before.`;

export async function listDone(db: Kysely<Database>): Promise<string[]> {
  const { rows: found } =
    await sql`select where to_regclass('public.kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
