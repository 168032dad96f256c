import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryAsOwner, temporaryFolder } from '../testing/services/backup-place.ts';
import { wordsOf } from '../testing/services/words-of.ts';
import {
  connectForTest,
  countLockWaits,
  createTestDatabase,
  type TestDatabase,
} from '../testing/test-database.ts';
import { applicationRole, prepareDatabase } from './application-role.ts';
import { migrate, titleOf } from './migrate.ts';

let database: TestDatabase;
let owner: TestDatabase['db'];
beforeEach(async () => {
  database = await createTestDatabase();
  onTestFinished(() => database.drop());
  owner = connectForTest(database.connection);
});

const applied = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(owner);

// Covers: fault-59
test('an older release starts if the next one only added to the schema', async () => {
  await applied('9999-next.expand');
  expect(await migrate(owner)).toEqual([]);
  const { connection } = await prepareDatabase(database.connection, { mayLogIn: true });
  expect(connection.user).toBe(applicationRole);
});

test('a start grants no rights on unknown tables', async () => {
  await applied('9999-next.expand');
  await sql`create table next_release (id int)`.execute(owner);
  await prepareDatabase(database.connection, { mayLogIn: true });
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege(${applicationRole}, 'next_release', 'insert') as may`.execute(owner);
  expect(rows).toEqual([{ may: false }]);
});

// Covers: fault-59
test('an older release does not start if the next one removed or changed something', async () => {
  await applied('9998-next.expand');
  await applied('9999-after');
  const before = await queryAsOwner(database.connection, wordsOf);
  await expect(prepareDatabase(database.connection, { mayLogIn: true })).rejects.toThrow(
    'A newer Doorstep has used this database (migration 9999-after). Start that version, or restore a backup made before.',
  );
  expect(await queryAsOwner(database.connection, wordsOf)).toEqual(before);
});

test('a database made with another text of a migration is rejected, and left as it is', async () => {
  await sql`update kysely_migration set name = '0004-applicants 0123456789ab'
    where name like '0004-applicants %'`.execute(owner);
  await expect(migrate(owner)).rejects.toThrow(
    "older than release 0.2.0 made this database (migration 0004-applicants), and this version can't upgrade it",
  );
});

async function nextRelease(more: Record<string, string>): Promise<URL> {
  const folder = await temporaryFolder();
  await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

// Covers: fault-59
test('an additive migration lets requests continue while it waits for a table, and completes when the table is free', async () => {
  const folder = await nextRelease({
    '9999-next.expand.sql': 'alter table applicants add column next text',
  });
  // The transaction locks a table until it ends, as a backup does.
  const holding = await owner.startTransaction().execute();
  await sql`select from applicants`.execute(holding);
  const said: string[] = [];
  const separate = connectForTest({ ...database.connection, max: 2 }, { statementTimeout: 0 });
  const migrating = migrate(separate, { folder, say: (line) => said.push(line) });
  await vi.waitUntil(async () => (await countLockWaits(owner)) > 0, { timeout: 60_000 });
  // The query would exceed the statement timeout if it waited behind the migration.
  expect((await sql`select from applicants limit 0`.execute(owner)).rows).toEqual([]);
  await holding.commit().execute();
  expect((await migrating).map(titleOf)).toEqual(['9999-next.expand']);
  expect(said).toEqual(['Migration 9999-next.expand is waiting for a table that is in use.']);
});

test('several additive migrations each have their own transaction', async () => {
  const folder = await nextRelease({
    '9998-next.expand.sql': 'create table next_release (id int)',
    '9999-next.expand.sql': 'alter table nowhere add column next text',
  });
  await expect(migrate(owner, { folder })).rejects.toThrow(
    "Couldn't bring the database up to date",
  );
  const { rows } = await sql`select from next_release`.execute(owner);
  expect(rows).toEqual([]);
});

test('a mixed migration waits without retries', async () => {
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
