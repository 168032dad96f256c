import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSharedDatabase } from '../testing/test-database.ts';
import { buildOnce } from './build-once.ts';

const database = await createSharedDatabase();

test('a statement is built once and run with the arguments of each call', async () => {
  let built = 0;
  const read = buildOnce((db, names: string[], least: number) => {
    built += 1;
    return db
      .selectFrom(sql<{ name: string }>`unnest(${names}::text[])`.as<'given'>(sql`given(name)`))
      .select('name')
      .select(sql<string>`${'always'}`.as('fixed'))
      .where(sql`length(name)`, '>=', least)
      .orderBy(sql`length(name) + ${least}::int`);
  });
  const { db } = database;
  expect(await read(db, ['one', 'three', 'a'], 2)).toEqual([
    { name: 'one', fixed: 'always' },
    { name: 'three', fixed: 'always' },
  ]);
  expect(await read(db, ['a', 'b'], 1)).toEqual([
    { name: 'a', fixed: 'always' },
    { name: 'b', fixed: 'always' },
  ]);
  expect(built).toBe(1);
});
