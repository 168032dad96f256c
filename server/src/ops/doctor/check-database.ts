import { type Kysely, sql } from 'kysely';
import {
  describeForeign,
  findBlockingMigration,
  findForeign,
  listDone,
  listMigrations,
  titleOf,
} from '../../db/migrate.ts';
import type { Database } from '../../db/schema.ts';
import { type Diagnosis, ok, warning, wrong } from './diagnosis.ts';

const seconds = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 1000);

/** Checks whether this version can use the database. Runs at every start, before the database is changed. */
export async function checkDatabase(
  db: Kysely<Database>,
  now = () => Date.now(),
): Promise<Diagnosis[]> {
  const { rows } = await sql<{ version: string; number: number; encoding: string; at: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, clock_timestamp() as at`.execute(db);
  const [about] = rows;
  if (!about) throw new Error('The database did not answer');
  const ours = now();
  return [
    about.number < 150_000
      ? wrong('Database', `PostgreSQL ${about.version} is too old: Doorstep needs 15 or newer.`)
      : about.encoding !== 'UTF8'
        ? wrong(
            'Database',
            `The encoding of the database is ${about.encoding}. Create a database with ENCODING 'UTF8'.`,
          )
        : ok('Database', `PostgreSQL ${about.version}.`),
    await checkMigrations(db),
    ...(await checkClock(db, ours, new Date(about.at).getTime())),
  ];
}

async function checkMigrations(db: Kysely<Database>): Promise<Diagnosis> {
  const done = await listDone(db);
  const blocking = await findBlockingMigration(done);
  if (blocking) return wrong('Migrations', describeForeign(blocking));
  const ahead = await findForeign(done);
  if (ahead) {
    return ok(
      'Migrations',
      `A newer Doorstep has extended the database (${ahead.migration}). This version can still use it.`,
    );
  }
  const pending = (await listMigrations()).filter((name) => !done.includes(name));
  if (done.length === 0)
    return ok('Migrations', 'The database is empty. The first start fills it.');
  if (pending.length === 0) return ok('Migrations', `Up to date (${titleOf(done.at(-1) ?? '')}).`);
  return warning(
    'Migrations',
    `The next start migrates the database (${pending.map(titleOf).join(', ')}). This can't be undone: make a backup first.`,
  );
}

async function checkClock(
  db: Kysely<Database>,
  ours: number,
  theirs: number,
): Promise<Diagnosis[]> {
  const apart = ours - theirs;
  const found: Diagnosis[] = [
    Math.abs(apart) > 30_000
      ? warning(
          'Clock',
          `The clocks of this machine and the database differ by ${seconds(apart)} seconds. Correct the wrong clock: sign-ins, links and deadlines depend on it.`,
        )
      : ok('Clock', 'The clocks of this machine and the database agree.'),
  ];
  if ((await listDone(db)).length === 0) return found;
  const last = await db
    .selectFrom('audit')
    .select('at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ahead = last ? new Date(last.at).getTime() - ours : 0;
  if (last && ahead > 60_000) {
    found.push(
      warning(
        'Clock',
        `The last change is dated ${last.at}, ${seconds(ahead)} seconds in the future. The clock was set back afterwards, or was wrong at that time.`,
      ),
    );
  }
  return found;
}
