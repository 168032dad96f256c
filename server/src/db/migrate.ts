import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { CannotStart } from './cannot-start.ts';
import type { Database } from './schema.ts';

const ownMigrations = new URL('./migrations/', import.meta.url);

/** While a migration waits for a table, every request for that table waits behind it. */
const longestQueue = '2s';
const betweenTries = 3_000;
/** Ten minutes of trying. */
const mostTries = 120;

/** The file's name and a hash of its text: a database that was made with another text is not used. */
function nameMigration(file: string, text: string): string {
  const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return `${file.replace(/\.sql$/, '')} ${hash.slice(0, 12)}`;
}

/** The part of a migration's name that people read. */
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

/** The names of this version's migrations, in order. */
export async function listMigrations(folder = ownMigrations): Promise<string[]> {
  return Object.keys(await readMigrations(folder)).sort();
}

interface Foreign {
  /** Made before this version was released, rather than by a newer release. */
  isOlder: boolean;
  migration: string;
}

/** Finds a migration that this version doesn't have: the first among its own, else the newest. */
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
 * A migration whose file ends with `.expand.sql` only adds. The release before it still runs on the database,
 * so servers can be upgraded one after another.
 */
const isExpanding = (name: string) => titleOf(name).endsWith('.expand');

/** {@link findForeign}, for a server: what a newer release only added does not block its start. */
export const findBlockingMigration = (done: string[]) =>
  findForeign(done.filter((name) => !isExpanding(name)));

/** Whether a newer release has added to the database. */
export const isAhead = async (db: Kysely<Database>): Promise<boolean> =>
  (await findForeign(await listDone(db))) !== undefined;

/**
 * Brings the database to this version's schema, or to that after the migration `upTo`, and returns the migrations that it
 * applied. Only one process migrates at a time. `say` reports when it has to wait for others.
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
  // Kysely's migrator fails where it finds migrations that it does not know.
  if (pending.length === 0) return [];
  const migrator = (lockTimeout?: string) =>
    new Migrator({ db, provider: { getMigrations: () => readMigrations(folder, lockTimeout) } });
  // Other servers are working on the database, so each one is a transaction.
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

/** Retries while another transaction locks a table, as a backup does until it is done. Waiting requests run in between. */
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
      // A lock timeout, or a deadlock with a request that waits behind it.
      const isQueueing =
        cause instanceof pg.DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
      if (!isQueueing || left === 0) throw error;
      if (left === mostTries)
        say?.(`Migration ${titleOf(name)} waits for a table that others use.`);
      await sleep(betweenTries);
    }
  }
}

/** The message for a start on a database of another version. */
export const describeForeign = ({ isOlder, migration }: Foreign) =>
  isOlder
    ? `This database was made by a Doorstep older than the release 0.2.0 (migration ${migration}), which this version can't upgrade. Start the version that made it, or use an empty data folder or database.`
    : `This database was used by a newer Doorstep (migration ${migration}). Start that version, or restore a backup that was made before.`;

/** The migrations that were applied to a database, in order. */
export async function listDone(db: Kysely<Database>): Promise<string[]> {
  const { rows: found } =
    await sql`select where to_regclass('public.kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
