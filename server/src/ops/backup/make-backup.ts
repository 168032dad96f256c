import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lockName } from '../../db/advisory-lock.ts';
import { CannotStart } from '../../db/cannot-start.ts';
import { keepAlive } from '../../db/prepare-connection.ts';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import { pictureFiles } from '../../storage/photos/photo-keys.ts';
import { type CopiedBlobs, copyBlobsOut } from './copy-blobs-out.ts';
import { listTables, sameText, storeTable } from './copy-tables.ts';
import { storeIndex } from './place/blob-index.ts';
import {
  backupId,
  listBackups,
  type Manifest,
  readManifest,
  saveManifest,
  timeOf,
} from './place/manifest.ts';
import type { Vault } from './place/vault.ts';
import { pruneBackups } from './prune-backups.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Thrown if a backup of this database is in progress, or was made since the requested time. */
export class AnotherBackup extends CannotStart {}

interface Options {
  keep?: number | undefined;
  since?: Date | undefined;
  /** The snapshot of another transaction. The backup contains exactly what that transaction sees. */
  snapshot?: string;
}

/**
 * Copies the database as of one moment, and the files that it references, to the backup place. No request
 * waits for the backup. Files that are due for deletion stay until the backup is complete. The manifest is
 * written last: without it, the backup does not count as complete.
 */
export async function makeBackup(
  connection: pg.PoolConfig,
  photos: BlobStore,
  vault: Vault,
  { keep, since, snapshot }: Options = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-backup-'));
  const client = new pg.Client({
    ...connection,
    application_name: 'doorstep backup',
    ...keepAlive,
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await takeLocks(client);
    const previous = (await listBackups(vault)).at(-1);
    if (since && previous !== undefined && timeOf(previous) >= since) {
      throw new AnotherBackup('A backup was already made since that time');
    }
    const named = join(folder, 'named');
    const state = await storeState(client, vault, named, snapshot);

    const done: CopiedBlobs = {
      ...{ count: 0, copied: 0, copiedBytes: 0 },
      ...{ missing: { count: 0, first: [] }, damaged: { count: 0, first: [] } },
    };
    const before =
      previous === undefined
        ? undefined
        : await readManifest(vault, previous).catch(() => undefined);
    const found = copyBlobsOut(photos, vault, named, before, done);
    const index = await storeIndex(vault, state.id, found);
    // Fails if the connection was lost. Its locks were then released, so another process may have deleted
    // files that this backup needs.
    if (lost) throw lost;
    await client.query('select 1');
    const manifest: Manifest = { ...state, blobs: { count: done.count, index } };
    await saveManifest(vault, manifest);
    // Deletes old backups while the lock is still held, because another backup could need their files.
    const pruned = keep === undefined ? 0 : (await pruneBackups(vault, keep)).backups;
    return { manifest, blobs: done, pruned };
  } finally {
    await client.end().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeLocks(client: pg.Client): Promise<void> {
  await client.query(sameText);
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as held',
    [lockName('backup')],
  );
  if (!rows[0]?.held) throw new AnotherBackup('A backup of this database is already in progress');
  // Waits for deletions, because they hold this lock only briefly.
  await client.query('select pg_advisory_lock(hashtext($1))', [lockName('files')]);
}

/** Stores everything except the files. Writes the list of files to `named`. */
async function storeState(
  client: pg.Client,
  vault: Vault,
  named: string,
  snapshot: string | undefined,
): Promise<Omit<Manifest, 'blobs'>> {
  await client.query('begin isolation level repeatable read read only');
  if (snapshot) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
  const { rows: about } = await client.query<{ at: string; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  );
  const { at: takenAt = '', postgres = '' } = about[0] ?? {};
  const { rows: done } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  const id = backupId(new Date());
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    tables.push(await storeTable(client, vault, id, table));
  }
  await pipeline(client.query(copyTo(copyNamedFiles)), createWriteStream(named, { mode: 0o600 }));
  const auditHead = await readHead(client);
  await client.query('commit');
  // Sequences are not transactional. Reads the sequences after the rows, so that they are past all numbers
  // in the rows.
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  return {
    format: 1,
    id,
    takenAt: new Date(takenAt).toISOString(),
    doorstep: version,
    postgres,
    migrations: done.map(({ name }) => name),
    auditHead,
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}

async function readHead(client: pg.Client): Promise<Manifest['auditHead']> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_chain order by seq desc limit 1`,
  );
  return rows[0] ?? null;
}

const files = pictureFiles.map((file) => `'${file}'`).join(', ');

/** The COPY statement for all files that rows reference, with the hash if a row has it. */
const copyNamedFiles = `copy (select key, sha256 from (
    select 'photos/' || p.id || '/' || file as key, case when file = 'original' then encode(p.sha256, 'hex') else '' end as sha256
    from photos p cross join unnest(array[${files}]) as file
    union all
    select 'identity/' || i.id || '/' || file, '' from identity_images i cross join unnest(array[${files}]) as file
    union all
    select 'photos/' || s.picture_id || '/' || file, case when file = 'original' then encode(s.sha256, 'hex') else '' end
    from signatures s cross join unnest(array[${files}]) as file where s.picture_id is not null
    union all
    select distinct 'reports/' || encode(pdf_sha256, 'hex') || '.pdf', encode(pdf_sha256, 'hex')
    from reports where pdf_sha256 is not null
  ) as named order by key collate "C") to stdout`;
