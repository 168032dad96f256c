import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { connect } from './connection.ts';
import { isAhead, migrate } from './migrate.ts';
import type { Connection } from './prepare-connection.ts';
import type { Database } from './schema.ts';

/** The role that the application works as: it owns nothing, and can't change what it wrote to the audit. */
export const applicationRole = 'doorstep_app';

/** How the application is to connect once the owner has prepared the database. */
export interface Prepared {
  connection: Connection;
  /** Said at start when the database can't keep the application from changing the audit. */
  warning?: string;
}

/**
 * Brings the schema up to date as the tables' owner and gives the application its rights. Without a connection of its
 * own it works as {@link applicationRole}: by logging in where `mayLogIn`, else by switching to it.
 */
export async function prepareDatabase(
  owner: pg.PoolConfig,
  {
    application,
    mayLogIn = false,
    say,
  }: { application?: pg.PoolConfig; mayLogIn?: boolean; say?: (line: string) => void } = {},
): Promise<Prepared> {
  // A migration may well build an index of a million rows.
  const db = connect({ ...owner, max: 2 }, { statementTimeout: 0 });
  try {
    await migrate(db, { say });
    if (application) {
      await grantRights(db, await userOf(application));
      return await checked(application);
    }
    const password = typeof owner.password === 'string' ? owner.password : undefined;
    await makeRole(db, mayLogIn, password);
    await grantRights(db, applicationRole);
  } catch (error) {
    // The owner may not create roles: the triggers still reject changes to the audit, to the owner too.
    if (!application && error instanceof pg.DatabaseError && error.code === '42501') {
      return { connection: owner, warning: sameRole };
    }
    throw error;
  } finally {
    await db.destroy();
  }
  return {
    connection: mayLogIn
      ? { ...owner, user: applicationRole }
      : { ...owner, role: applicationRole },
  };
}

const sameRole =
  'The database knows the application as the owner of its tables: the audit is then kept by triggers alone, which an owner can switch off. Two roles are safer: see MIGRATION_DATABASE_URL.';

/** Asks as the application, within the time limits of any other connection. */
async function ask<T>(application: pg.PoolConfig, question: RawBuilder<T>): Promise<T | undefined> {
  const db = connect({ ...application, max: 1 });
  try {
    return (await question.execute(db)).rows[0];
  } finally {
    await db.destroy();
  }
}

async function userOf(application: pg.PoolConfig): Promise<string> {
  const found = await ask(application, sql<{ name: string }>`select current_user as name`);
  return found?.name ?? '';
}

async function checked(application: pg.PoolConfig): Promise<Prepared> {
  const found = await ask(
    application,
    sql<{ may: boolean }>`select has_table_privilege('audit', 'UPDATE, DELETE, TRUNCATE') as may`,
  );
  return found?.may ? { connection: application, warning: sameRole } : { connection: application };
}

/** Creates the role if it is missing. Roles belong to the whole cluster, so another database's start may have just made it. */
async function makeRole(db: Kysely<Database>, mayLogIn: boolean, password: string | undefined) {
  const role = sql.id(applicationRole);
  const { rows } = await sql<{ may: boolean }>`
    select rolcanlogin as may from pg_roles where rolname = ${applicationRole}`.execute(db);
  if (rows.length === 0) {
    await sql`create role ${role}`.execute(db).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && /^(42710|23505)$/.test(error.code ?? '')))
        throw error;
    });
  }
  if (!mayLogIn) {
    const { rows: member } = await sql<{ yes: boolean }>`
      select pg_has_role(current_user, ${applicationRole}, 'MEMBER') as yes`.execute(db);
    if (!member[0]?.yes) await sql`grant ${role} to current_user`.execute(db);
    return;
  }
  if (!rows[0]?.may) await sql`alter role ${role} login`.execute(db);
  if (password !== undefined) {
    await sql`alter role ${role} password ${sql.lit(password)}`.execute(db);
  }
}

/** The application may read and write every table, but only add to the audit and to its hash chain. */
async function grantRights(db: Kysely<Database>, name: string): Promise<void> {
  // A newer release gave its rights, and has tables of which this one doesn't know what may be done with them.
  if (await isAhead(db)) return;
  const role = sql.id(name);
  await db.transaction().execute(async (trx) => {
    // Two servers that start at once would change the same rows of the catalogue.
    await sql`select pg_advisory_xact_lock(hashtext('doorstep.grant_rights'))`.execute(trx);
    await sql`grant usage on schema public to ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(
      trx,
    );
    await sql`grant usage on all sequences in schema public to ${role}`.execute(trx);
    await sql`revoke insert, update, delete, truncate, references, trigger
      on audit, audit_chain, audit_unchained, kysely_migration, kysely_migration_lock from ${role}`.execute(
      trx,
    );
    // Not the id and the time: nobody can backdate a row.
    await sql`grant insert (actor_id, action, subject, subject_id, before, after, request_id, address)
      on audit to ${role}`.execute(trx);
    await sql`grant execute on function chain_audit(int) to ${role}`.execute(trx);
  });
}
