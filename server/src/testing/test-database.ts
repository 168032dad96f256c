import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import { applicationRole } from '../db/application-role.ts';
import { connect } from '../db/connection.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { Database } from '../db/schema.ts';

export interface TestDatabase {
  db: Kysely<Database>;
  /** The connection of the tables' owner. Triggers protect the audit even from the owner. */
  connection: EmbeddedPostgres['connection'];
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase');
  const connection = { ...template, database: `test_${randomUUID().replaceAll('-', '')}` };
  await execute(template, `CREATE DATABASE ${connection.database} TEMPLATE ${template.database}`);
  // The timeouts are long, so that no test fails because the machine is busy.
  const db = connect(
    { ...connection, user: applicationRole, connectionTimeoutMillis: 60_000 },
    { longestWait: 60_000, statementTimeout: 60_000 },
  );
  return {
    db,
    connection,
    async drop() {
      await db.destroy();
      await execute(template, `DROP DATABASE ${connection.database} WITH (FORCE)`);
    },
  };
}

export async function createSharedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.drop());
  return database;
}

/** Connects until the end of the test. */
export function connectForTest(...[connection, limits]: Parameters<typeof connect>) {
  const db = connect(connection, limits);
  onTestFinished(() => db.destroy());
  return db;
}

export async function countLockWaits(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/**
 * Runs a statement on a connection to the database `postgres`, because a database that is copied or dropped
 * must have no connections.
 */
async function execute(template: EmbeddedPostgres['connection'], statement: string) {
  const client = new pg.Client({ ...template, database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
