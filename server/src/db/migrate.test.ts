import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countLockWaits, createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { applicationRole, prepareDatabase } from './application-role.ts';
import { connect } from './connection.ts';
import { migrate, titleOf } from './migrate.ts';

let database: TestDatabase;
let owner: ReturnType<typeof connect>;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = connect(database.connection);
  onTestFinished(async () => {
    await owner.destroy();
    await database.drop();
  });
});

/** What the next release's start leaves in the database. */
async function upgradeTo(migration: string) {
  await sql`insert into kysely_migration (name, timestamp) values (${migration}, now()::text)`.execute(
    owner,
  );
  await sql`create table next_release (id int)`.execute(owner);
}

// Covers: fault-59
test('a release starts where the next one only added', async () => {
  await upgradeTo('9999-next.expand');
  expect(await migrate(owner)).toEqual([]);
  const { connection } = await prepareDatabase(database.connection, { mayLogIn: true });
  expect(connection.user).toBe(applicationRole);
});

test('it gives nobody rights on what it does not know', async () => {
  await upgradeTo('9999-next.expand');
  await prepareDatabase(database.connection, { mayLogIn: true });
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege(${applicationRole}, 'next_release', 'insert') as may`.execute(owner);
  expect(rows).toEqual([{ may: false }]);
});

// Covers: fault-59
test('it refuses where the next one took away or changed', async () => {
  await upgradeTo('9998-next.expand');
  await sql`insert into kysely_migration (name, timestamp) values ('9999-after', now()::text)`.execute(
    owner,
  );
  await expect(migrate(owner)).rejects.toThrow('a newer Doorstep (migration 9999-after)');
});

test('a database that was made with another text of a migration is rejected, and left as it is', async () => {
  await sql`update kysely_migration set name = '0004-applicants 0123456789ab'
    where name like '0004-applicants %'`.execute(owner);
  await expect(migrate(owner)).rejects.toThrow(
    "older than the release 0.2.0 (migration 0004-applicants), which this version can't upgrade",
  );
});

/** The migrations of a next release: these, and more. */
async function nextRelease(more: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

// Covers: fault-59
test('what only adds lets others work while it waits for a table, and comes when the table is free', async () => {
  const folder = await nextRelease({
    '9999-next.expand.sql': 'alter table applicants add column next text',
  });
  // As a backup holds every table until it is done.
  const holding = await owner.startTransaction().execute();
  await sql`select from applicants`.execute(holding);
  const said: string[] = [];
  const migrating = migrate(connectBeside(), { folder, say: (line) => said.push(line) });
  await vi.waitUntil(async () => (await countLockWaits(owner)) > 0, { timeout: 60_000 });
  // Longer than a statement may take, were it to wait for the one who holds the table.
  expect((await sql`select from applicants limit 0`.execute(owner)).rows).toEqual([]);
  await holding.commit().execute();
  expect((await migrating).map(titleOf)).toEqual(['9999-next.expand']);
  expect(said).toEqual(['Migration 9999-next.expand waits for a table that others use.']);
});

test('of several that only add, each is done by itself', async () => {
  const folder = await nextRelease({
    '9998-next.expand.sql': 'create table next_release (id int)',
    '9999-next.expand.sql': 'alter table nowhere add column next text',
  });
  await expect(migrate(owner, { folder })).rejects.toThrow(
    "Couldn't bring the database up to date",
  );
  expect(
    (await sql`select to_regclass('next_release') is not null as there`.execute(owner)).rows,
  ).toEqual([{ there: true }]);
});

test('what comes together with a change waits as long as that: nobody tries it again', async () => {
  const folder = await nextRelease({
    '9998-next.expand.sql':
      "create table next_release as select current_setting('lock_timeout') as first",
    '9999-after.sql':
      "alter table next_release add column second text default 'none';\
      update next_release set second = current_setting('lock_timeout')",
  });
  expect((await migrate(owner, { folder })).map(titleOf)).toEqual([
    '9998-next.expand',
    '9999-after',
  ]);
  const { rows } = await sql`select first, second from next_release`.execute(owner);
  expect(rows).toEqual([{ first: '0', second: '0' }]);
});

function connectBeside() {
  const beside = connect({ ...database.connection, max: 2 }, { statementTimeout: 0 });
  onTestFinished(() => beside.destroy());
  return beside;
}
