import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAudit } from './audit.ts';
import { sealAudit } from './audit-seal.ts';
import { verifyAudit } from './audit-verify.ts';
import { connect } from './connection.ts';
import type { Database } from './schema.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let owner: Kysely<Database>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = connect(database.connection);
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const nobody = { id: null, requestId: null, address: null };
const write = () =>
  recordAudit(database.db, nobody, { action: 'assign', subject: 'applicant', subjectId: 1 });
const ask = async <T>(db: Kysely<Database>, statement: string) =>
  (await sql.raw<T>(statement).execute(db)).rows;
const value = async (expression: string) =>
  (await ask<{ value: unknown }>(owner, `select ${expression} as value`))[0]?.value;
const makeMonths = async () =>
  (await ask<{ made: number }>(database.db, 'select make_audit_months() as made'))[0]?.made;
const places = async () =>
  (
    await ask<{ place: string }>(
      owner,
      'select tableoid::regclass::text as place from audit order by id',
    )
  ).map(({ place }) => place);
/** The months that there are, in order. */
const months = async () =>
  (
    await ask<{ name: string }>(
      owner,
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'audit'::regclass and inhrelid::regclass::text ~ '\\d' order by 1`,
    )
  ).map(({ name }) => name);
const thisMonth = () => `audit_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;

/** As if the last months had never been made. */
const forget = (count: number) =>
  owner.transaction().execute(async (trx) => {
    const last = (await months()).slice(-count);
    await sql.raw('alter table audit detach partition audit_coming').execute(trx);
    for (const name of last) await sql.raw(`drop table ${name}`).execute(trx);
    const [, year, month] = last[0]?.split('_') ?? [];
    const begin = `(audit_month('${year}-${month}-01T00:00:00Z'))`;
    await sql
      .raw(
        `do $$ begin execute format('alter table audit attach partition audit_coming for values from (%s) to (maxvalue)', ${begin}); end $$`,
      )
      .execute(trx);
  });

beforeEach(async () => {
  await owner.transaction().execute(async (trx) => {
    await sql.raw('set local session_replication_role = replica').execute(trx);
    await sql
      .raw('delete from audit; delete from audit_seals; delete from audit_unsealed')
      .execute(trx);
  });
});

test('a row stands in its month, and its number leads there alone', async () => {
  await write();
  expect(await places()).toEqual([thisMonth()]);
  expect(await value('(select id - audit_month(at) > 0 from audit)')).toBe(true);
  expect(await value('(select id < audit_month(at) + 10000000000 from audit)')).toBe(true);
  const id = await value('(select id from audit)');
  const plan = (
    await ask<Record<string, string>>(owner, `explain select from audit where id = ${id}`)
  )
    .map((line) => line['QUERY PLAN'])
    .join('\n');
  expect(plan).toContain(`on ${thisMonth()}`);
  expect(plan).not.toContain('Append');
});

test('months follow each other without a gap, a year ahead', async () => {
  const names = await months();
  expect(names[0]).toBe(thisMonth());
  expect(names).toHaveLength(13);
  for (const [index, name] of names.entries()) {
    const day = new Date();
    day.setUTCMonth(day.getUTCMonth() + index, 1);
    expect(name).toBe(`audit_${day.toISOString().slice(0, 7).replace('-', '_')}`);
  }
  expect(await makeMonths()).toBe(0);
});

test.each(['audit_undated', 'audit_coming', thisMonth()])(
  'whoever names %s instead of the audit meets the same guards',
  async (name) => {
    for (const statement of [
      `insert into ${name} (action, subject) values ('a', 'b')`,
      `update ${name} set action = 'a'`,
      `delete from ${name}`,
      `truncate ${name}`,
      `alter table audit detach partition ${name}`,
      `select begin_audit_months(0)`,
    ]) {
      await expect(ask(database.db, statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    for (const statement of [`update ${name} set action = 'a'`, `delete from ${name}`]) {
      await expect(ask(owner, statement)).rejects.toThrow('audit rows are only ever added');
    }
    await expect(ask(owner, `truncate ${name}`)).rejects.toThrow('audit rows are only ever added');
  },
);

test('a row that the owner puts into a month by hand is sealed as well', async () => {
  await ask(owner, `insert into ${thisMonth()} (action, subject) values ('a', 'b')`);
  expect(await sealAudit(database.db)).toBe(1);
  expect(await verifyAudit(database.db)).toMatchObject({ broken: undefined, count: 1 });
});

test('months are made when few are left, while others write', async () => {
  await forget(10);
  expect(await months()).toHaveLength(3);
  const writing = Array.from({ length: 200 }, write);
  expect(await makeMonths()).toBe(10);
  await Promise.all(writing);
  expect(await months()).toHaveLength(13);
  await sealAudit(database.db);
  expect(await verifyAudit(database.db)).toMatchObject({ broken: undefined, count: 200 });
  await expect(ask(database.db, `delete from ${(await months()).at(-1)}`)).rejects.toMatchObject({
    code: '42501',
  });
});

test('servers that look at once make each month once', async () => {
  await forget(11);
  const made = await Promise.all([makeMonths(), makeMonths(), makeMonths()]);
  expect(made.toSorted()).toEqual([0, 0, 11]);
});

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])(
  'months follow each other where the database keeps the time of %s',
  async (zone) => {
    const before = await months();
    await forget(12);
    await owner.transaction().execute(async (trx) => {
      await sql.raw(`set local timezone = '${zone}'`).execute(trx);
      await sql.raw('select make_audit_months()').execute(trx);
    });
    expect(await months()).toEqual(before);
    await write();
    expect(await places()).toEqual([thisMonth()]);
  },
);

test('who changes a user meanwhile is not held up at the audit', async () => {
  await forget(10);
  const editing = await owner.startTransaction().execute();
  await sql.raw(`set local lock_timeout = '200ms'`).execute(editing);
  await sql.raw('lock table users in row exclusive mode').execute(editing);
  const making = makeMonths().catch((error: unknown) => error);
  await expect
    .poll(() =>
      value(`(select count(*) from pg_locks where not granted and relation = 'users'::regclass
        and database = (select oid from pg_database where datname = current_database()))`),
    )
    .toBe(1);
  await recordAudit(editing, nobody, { action: 'edit', subject: 'user', subjectId: 1 });
  expect(await making).toMatchObject({ code: '55P03' });
  await editing.commit().execute();
  expect(await makeMonths()).toBe(10);
});

test('who reads for long is not waited for, nor are writers held up behind', async () => {
  await forget(10);
  const reader = await owner.startTransaction().execute();
  await sql.raw('select count(*) from audit').execute(reader);
  const making = makeMonths();
  await expect(making).rejects.toMatchObject({ code: '55P03' });
  await write();
  await reader.rollback().execute();
  expect(await makeMonths()).toBe(10);
});

test('rows of a clock that ran ahead, or behind, are kept, sealed and found', async () => {
  await forget(10);
  const ahead = `audit_month(now() + interval '20 months')`;
  await ask(
    owner,
    `insert into audit (id, at, action, subject) values
      (${ahead} + 1, now() + interval '20 months', 'a', 'b'),
      (audit_month('2021-01-05') + 2, '2021-01-05', 'a', 'b')`,
  );
  await write();
  expect(await places()).toEqual(['audit_undated', thisMonth(), 'audit_coming']);
  // Where rows stand already no month is made, and nothing fails.
  expect(await makeMonths()).toBe(0);
  await sealAudit(database.db);
  expect(await verifyAudit(database.db)).toMatchObject({ broken: undefined, count: 3 });
});

test('months that hold rows are never begun anew', async () => {
  await write();
  await expect(
    ask(owner, `select begin_audit_months(audit_month('2025-03-01'))`),
  ).rejects.toThrow();
  expect(await places()).toEqual([thisMonth()]);
});
