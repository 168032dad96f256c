import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let one: TestDatabase;
let two: TestDatabase;

beforeAll(async () => {
  [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => two.drop());

test('two test databases are migrated and separate', async () => {
  await sql`insert into secrets (name, value) values ('only one', '\\x00')`.execute(one.db);
  const { rows } = await sql`select name from secrets`.execute(two.db);
  expect(rows).toEqual([]);
});

test('a dropped test database no longer exists', async () => {
  await one.drop();
  const { rows } = await sql`
    select datname from pg_database where datname = ${one.connection.database}
  `.execute(two.db);
  expect(rows).toEqual([]);
});
