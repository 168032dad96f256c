import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createSharedDatabase } from '../testing/test-database.ts';
import { applicationRole, prepareDatabase } from './application-role.ts';
import { connect } from './connection.ts';

const database = await createSharedDatabase();
const made: string[] = [];

afterAll(() =>
  asOwner(async (db) => {
    for (const role of made) {
      await sql`reassign owned by ${sql.id(role)} to doorstep`.execute(db);
      await sql`drop owned by ${sql.id(role)}`.execute(db);
      await sql`drop role ${sql.id(role)}`.execute(db);
    }
  }),
);

type Db = ReturnType<typeof connect>;

async function using<T>(connection: pg.PoolConfig, work: (db: Db) => Promise<T>): Promise<T> {
  // The timeout is long, because creating and dropping a database takes long on a slow disk.
  const db = connect({ ...connection, max: 1 }, { statementTimeout: 60_000 });
  return work(db).finally(() => db.destroy());
}
const asOwner = <T>(work: (db: Db) => Promise<T>) => using(database.connection, work);

async function makeRole(rights = ''): Promise<pg.PoolConfig> {
  const user = `test_${randomUUID().slice(0, 8)}`;
  made.push(user);
  await asOwner((db) => sql`create role ${sql.id(user)} login ${sql.raw(rights)}`.execute(db));
  return { ...database.connection, user };
}

const userOf = async (connection: pg.PoolConfig) =>
  using(connection, async (db) => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);
    return rows[0]?.name;
  });

const write = (connection: pg.PoolConfig) =>
  using(connection, (db) => db.insertInto('audit').values({ action: 'a', subject: 'b' }).execute());
const remove = (connection: pg.PoolConfig) =>
  using(connection, (db) => db.deleteFrom('audit').execute());

// Covers: asvs-12
test('with its own database, the server logs in as the application', async () => {
  const { connection, warning } = await prepareDatabase(database.connection, { mayLogIn: true });
  expect(warning).toBeUndefined();
  expect(await userOf(connection)).toBe(applicationRole);
});

test('with one address that may create roles, the server switches to the application role', async () => {
  const { connection, warning } = await prepareDatabase(database.connection);
  expect(warning).toBeUndefined();
  expect(await userOf(connection)).toBe(applicationRole);
  await write(connection);
  await expect(remove(connection)).rejects.toMatchObject({ code: '42501' });
});

test('with two addresses, the application gets its rights from the owner', async () => {
  const application = await makeRole();
  await expect(write(application)).rejects.toMatchObject({ code: '42501' });
  const { connection, warning } = await prepareDatabase(database.connection, { application });
  expect(warning).toBeUndefined();
  await write(connection);
  await expect(remove(connection)).rejects.toMatchObject({ code: '42501' });
});

test('an address where no database answers is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const application = { ...database.connection, host: '127.0.0.1', port };
  await expect(prepareDatabase(database.connection, { application })).rejects.toThrow('timeout');
});

test('an application that can change the audit is reported', async () => {
  const application = await makeRole('superuser');
  const { warning } = await prepareDatabase(database.connection, { application });
  expect(warning).toMatch(/only triggers protect the audit/);
});

test('an owner who may not create roles works as the owner, restricted by triggers, and a warning is reported', async () => {
  const owner = await makeRole();
  const name = sql.id(owner.user ?? '');
  const own = `own_${randomUUID().slice(0, 8)}`;
  await asOwner((db) => sql`create database ${sql.id(own)} owner ${name}`.execute(db));
  const place = { ...owner, database: own };
  try {
    // The application's role exists already, because other databases of this cluster use it. So the owner
    // needn't create the role, but fails to grant the role to itself.
    const { connection, warning } = await prepareDatabase(place);
    expect(warning).toMatch(/only triggers protect the audit/);
    expect(await userOf(connection)).toBe(owner.user);
    await write(connection);
    await expect(remove(connection)).rejects.toThrow('audit rows are only ever added');
    expect((await prepareDatabase(place)).warning).toMatch(/MIGRATION_DATABASE_URL/);
  } finally {
    await asOwner((db) => sql`drop database ${sql.id(own)} with (force)`.execute(db));
  }
});
