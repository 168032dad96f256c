import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { connect } from './connection.ts';
import { isAhead, migrate } from './migrate.ts';
import type { Connection } from './prepare-connection.ts';
import type { Database } from './schema.ts';

/** The role of the application. It owns no tables and can't change existing audit rows. */
export const applicationRole = 'doorstep_app';

export interface Prepared {
  connection: Connection;
  /** Present if the application could change the audit. */
  warning?: string;
}

/**
 * Migrates the schema as the owner of the tables, and grants the application its rights. If `application` is
 * absent, the application works as {@link applicationRole}. If `mayLogIn` is true, the application logs in as
 * this role. Otherwise it logs in as the owner and switches to this role.
 */
export async function prepareDatabase(
  owner: pg.PoolConfig,
  {
    application,
    mayLogIn = false,
    say,
  }: { application?: pg.PoolConfig; mayLogIn?: boolean; say?: (line: string) => void } = {},
): Promise<Prepared> {
  // Has no timeout, because a migration may build an index of a million rows.
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
    // The owner lacks the right to create or grant roles. Triggers still reject changes to the audit, even by
    // the owner.
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
  'The application connects as the owner of its tables, so only triggers protect the audit, and an owner can switch them off. Two roles are safer: see MIGRATION_DATABASE_URL.';

async function queryAs<T>(
  application: pg.PoolConfig,
  question: RawBuilder<T>,
): Promise<T | undefined> {
  const db = connect({ ...application, max: 1 });
  try {
    return (await question.execute(db)).rows[0];
  } finally {
    await db.destroy();
  }
}

async function userOf(application: pg.PoolConfig): Promise<string> {
  const found = await queryAs(application, sql<{ name: string }>`select current_user as name`);
  return found?.name ?? '';
}

async function checked(application: pg.PoolConfig): Promise<Prepared> {
  const found = await queryAs(
    application,
    sql<{ may: boolean }>`select has_table_privilege('audit', 'UPDATE, DELETE, TRUNCATE') as may`,
  );
  return found?.may ? { connection: application, warning: sameRole } : { connection: application };
}

/**
 * Creates the role if it is missing, and lets it log in or lets the owner switch to it. A server on another
 * database may create the role at the same time, because roles belong to the whole cluster.
 */
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

/**
 * Lets the application read every table and write most of them. In the audit, the application may only read
 * and insert rows. It extends the hash chain only through the function `chain_audit`.
 */
async function grantRights(db: Kysely<Database>, name: string): Promise<void> {
  // Grants nothing if a newer release has migrated the schema. That release has granted the rights, and this
  // one doesn't know the newer tables.
  if (await isAhead(db)) return;
  const role = sql.id(name);
  await db.transaction().execute(async (trx) => {
    // Takes a lock, because two servers that start at the same time would change the same catalogue rows.
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
    // Grants no right on the id and the time, so that the application can't backdate a row.
    await sql`grant insert (actor_id, action, subject, subject_id, before, after, request_id, address)
      on audit to ${role}`.execute(trx);
    await sql`grant execute on function chain_audit(int) to ${role}`.execute(trx);
  });
}
