import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { applicationRole, prepareDatabase } from './application-role.ts';
import { connect } from './connection.ts';
import { migrate } from './migrate.ts';

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
