import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CannotStart } from '../../db/cannot-start.ts';
import { migrate } from '../../db/migrate.ts';
import { keepAlive } from '../../db/prepare-connection.ts';
import type { Database } from '../../db/schema.ts';
import { hashTable, listTables, sameText, type Table } from './copy-tables.ts';
import { decompress } from './place/blob-index.ts';
import { BackupDamaged } from './place/damaged.ts';
import type { Manifest, TableInBackup } from './place/manifest.ts';
import type { Vault } from './place/vault.ts';

const { escapeIdentifier } = pg;

/** Runs `work` in one transaction on one connection, which serves both COPY and Kysely's queries. */
export async function inOneTransaction<T>(
  owner: pg.PoolConfig,
  work: (trx: Transaction<Database>, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...owner, application_name: 'doorstep restore', ...keepAlive });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sameText);
    const only = Object.assign(client, { release: () => {} });
    const pool = { options: {}, connect: async () => only, end: async () => {} };
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
    return await db.transaction().execute((trx) => work(trx, client));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the backup's tables in an empty public schema, fills them, and compares each table with the backup. */
export async function loadTables(
  trx: Transaction<Database>,
  client: pg.Client,
  vault: Vault,
  manifest: Manifest,
  say: (line: string) => void,
): Promise<void> {
  await migrate(trx, { upTo: manifest.migrations.at(-1) });
  const tables = await listTables(client);
  const missing = manifest.tables.find(({ name }) => !tables.some((table) => table.name === name));
  if (missing) throw new BackupDamaged(`table ${missing.name}`);
  const names = tables.map(({ name }) => escapeIdentifier(name));
  // Switches triggers off, because the backup contains the counts and hashes that the triggers maintain.
  // With the triggers, the rows would be counted twice.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  const makeAgain = await putOff(client);
  for (const table of tables) {
    const stored = manifest.tables.find(({ name }) => name === table.name);
    if (!stored) continue;
    await loadTable(client, vault, stored, table);
    if (stored.rows > 0) say(`  ${stored.rows} rows of ${table.name}`);
  }
  await makeAgain();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const [name, last] of Object.entries(manifest.sequences)) {
    if (last === null) continue;
    await client.query('select setval($1::regclass, $2)', [escapeIdentifier(name), last]);
  }
}

async function loadTable(client: pg.Client, vault: Vault, stored: TableInBackup, table: Table) {
  const { name, columns, stream } = stored;
  await pipeline(
    decompress(vault, stream),
    client.query(
      copyFrom(
        `copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`,
      ),
    ),
  );
  const { rows, sha256 } = await hashTable(client, table);
  if (rows !== stored.rows || sha256 !== stored.sha256) throw new BackupDamaged(`table ${name}`);
}

/**
 * Drops foreign keys, and indexes that no constraint needs. Building them at the end is faster than updating
 * them for each row. The returned function creates them again and so checks each reference.
 */
async function putOff(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`);
  for (const { drop } of rows) await client.query(drop);
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { make } of rows.toReversed()) await client.query(make);
  };
}

/** Describes how much a restore would delete. Returns undefined for an unused database. */
export async function findContents(client: pg.Client): Promise<string | undefined> {
  const tables = await listTables(client);
  if (tables.length === 0) return undefined;
  const { rows: ours } = await client.query(
    `select where to_regclass('public.kysely_migration') is not null and to_regclass('public.applicants') is not null`,
  );
  if (ours.length === 0) {
    throw new CannotStart(
      'The database has tables that are not Doorstep’s. Restore into an empty database',
    );
  }
  const { rows } = await client.query<{
    applicants: string;
    verifications: string;
    audit: string;
    users: string;
  }>(
    `select (select count(*) from applicants) as applicants, (select count(*) from verifications) as verifications,
      (select count(*) from users) as users, (select count(*) from audit) as audit`,
  );
  const [row] = rows;
  if (
    !row ||
    [row.applicants, row.verifications, row.users, row.audit].every((n) => Number(n) === 0)
  ) {
    return undefined;
  }
  return `${row.applicants} applicants, ${row.verifications} verifications, ${row.users} users`;
}

export async function rejectRunningServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'doorstep'`,
  );
  if (rows.length > 0) {
    throw new CannotStart('A server is running on this database. Stop it, then restore');
  }
}

export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    with own as (select oid from pg_namespace where nspname = 'public'),
      extension as (select objid from pg_depend where deptype = 'e')
    select format('drop table if exists %s cascade', oid::regclass) as statement from pg_class
      where relnamespace = (table own) and relkind in ('r', 'p') and oid not in (table extension)
    union all
    select format('drop type if exists %s cascade', oid::regtype) from pg_type
      where typnamespace = (table own) and oid not in (table extension)
        and (typtype = 'e' or typrelid in (select oid from pg_class where relkind = 'c'))
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace = (table own) and oid not in (table extension)`);
  for (const { statement } of rows) await client.query(statement);
}
