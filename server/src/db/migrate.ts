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

async function readMigrations(
  folder: URL,
  lockTimeout?: string,
): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [
      name.replace(/\.sql$/, ''),
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

/** The first migration of versions before 0.2.0, whose databases can't be upgraded. */
const beforeFolding = '0001-house';

/** Why this version can't use a database with these migrations, and what to do; undefined where it can. */
export async function findForeign(
  done: string[],
): Promise<{ isOlder: boolean; migration: string } | undefined> {
  if (done.includes(beforeFolding)) return { isOlder: true, migration: beforeFolding };
  const known = new Set(await listMigrations());
  const newest = done
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  return newest === undefined ? undefined : { isOlder: false, migration: newest };
}

/**
 * A migration that only adds, and leaves all that the release before reads and writes as it was, says so by this end of its
 * name: that release still starts on the database, so that servers can be upgraded one after another.
 */
const isExpanding = (name: string) => name.endsWith('.expand');

/** {@link findForeign}, for a server: what a newer release only added is not in its way. */
export const findInTheWay = (done: string[]) =>
  findForeign(done.filter((name) => !isExpanding(name)));

/** Whether a newer release has added to the database. */
export const isAhead = async (db: Kysely<Database>): Promise<boolean> =>
  (await findForeign(await listDone(db))) !== undefined;

/**
 * Brings the database to this version's schema, or to that after the migration `upTo`; forward only, one migrator at a
 * time; returns what was applied. Says when it has to wait for others.
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
  const inTheWay = await findInTheWay(done);
  if (inTheWay) throw new CannotStart(describeForeign(inTheWay));
  const pending = (await listMigrations(folder)).filter((name) => !done.includes(name));
  // The migrator would miss what it does not know.
  if (pending.length === 0) return [];
  const migrator = (lockTimeout?: string) =>
    new Migrator({ db, provider: { getMigrations: () => readMigrations(folder, lockTimeout) } });
  // Others work on the database meanwhile, so each is over before the next begins.
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
  if (error) throw new Error('The database could not be brought up to date', { cause: error });
}

/** Tries again while others hold a table, as a backup does until it is done; who waits behind goes first in between. */
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
      // A lock that did not come in time, or a deadlock with somebody who waits behind.
      const isQueueing =
        cause instanceof pg.DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
      if (!isQueueing || left === 0) throw error;
      if (left === mostTries) say?.(`Migration ${name} waits for a table that others use.`);
      await sleep(betweenTries);
    }
  }
}

/** The message for a start on a database of another version. */
export const describeForeign = ({ isOlder, migration }: { isOlder: boolean; migration: string }) =>
  isOlder
    ? 'This database was made by a Doorstep older than 0.2.0, which this version does not bring up to date: start that version, or use an empty data folder or database'
    : `This database was used by a newer Doorstep (migration ${migration}): start that version, or restore a backup that was made before`;

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
