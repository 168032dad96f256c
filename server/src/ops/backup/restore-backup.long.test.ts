import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDatabase } from '../../db/application-role.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { s3BlobStore } from '../../storage/blobs/s3-blob-store.ts';
import {
  emptyDatabase,
  emptyPhotos,
  emptyVault,
  listBlobs,
  queryAsOwner,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { startS3Server } from '../../testing/services/s3-server.ts';
import { wordsOf } from '../../testing/services/words-of.ts';
import { addVisit } from '../../testing/submission.ts';
import { closeAfterTest, signIn, startSharedApp, startTestApp } from '../../testing/test-app.ts';
import { makeBackup } from './make-backup.ts';
import { encryptionOf } from './place/encryption.ts';
import { readManifest, saveManifest, type TableInBackup } from './place/manifest.ts';
import { readStream } from './place/vault.ts';
import { restoreBackup } from './restore-backup.ts';

const running = await startSharedApp();
const { db, platform, owner } = running;
const secret = { name: 'signing', value: Buffer.from(platform.secret) };
await db.insertInto('secrets').values(secret).execute();
await addVisit(running, await signIn(running, 'agent'), ['teal', 'navy']);

async function backedUp() {
  const vault = await emptyVault();
  const { manifest } = await makeBackup(owner, platform.photos, vault);
  return { vault, manifest };
}

const wordsIn = (connection: object) => queryAsOwner(connection, wordsOf);

const tablesOf = (connection: object) =>
  queryAsOwner(connection, async (client) => {
    const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`);
    return rows.length;
  });

async function expectRejection(
  { vault, manifest }: Awaited<ReturnType<typeof backedUp>>,
  reason: string | RegExp,
) {
  const target = await emptyDatabase();
  const restoring = restoreBackup(target, await emptyPhotos(), vault, manifest);
  await expect(restoring).rejects.toThrow(reason);
  expect(await tablesOf(target)).toBe(0);
  return target;
}

/**
 * Describes indexes, constraints and triggers. Leaves out the constraints of partitions, because they
 * repeat the constraints of the table under derived names.
 */
const shapeOf = (connection: object) =>
  queryAsOwner(connection, async (client) => {
    const { rows } = await client.query<{ word: string }>(`
      select pg_get_indexdef(indexrelid) as word from pg_index join pg_class c on c.oid = indrelid
        where c.relnamespace = 'public'::regnamespace
      union all select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
        from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
      union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
        where not tgisinternal order by word`);
    return rows.map(({ word }) => word);
  });

test('from an external database to an embedded one and back nothing changes', async () => {
  const { vault, manifest } = await backedUp();
  const words = await wordsIn(owner);

  const embedded = await startEmbeddedPostgres(await temporaryFolder(), () => {});
  onTestFinished(() => embedded.stop());
  const photos = await emptyPhotos();
  await restoreBackup(embedded.connection, photos, vault, manifest);
  expect(await wordsIn(embedded.connection)).toEqual(words);
  const { connection } = await prepareDatabase(embedded.connection, { mayLogIn: true });

  const back = await emptyVault();
  const again = await makeBackup(connection, photos, back);
  expect(again.blobs).toMatchObject({ count: 8, missing: { count: 0 }, damaged: { count: 0 } });
  const external = await emptyDatabase();
  await restoreBackup(external, await emptyPhotos(), back, again.manifest);
  expect(await wordsIn(external)).toEqual(words);
  expect(await shapeOf(external)).toEqual(await shapeOf(owner));
});

test('a bucket stores an encrypted backup, and returns it with the passphrase', async () => {
  const server = await startS3Server();
  onTestFinished(server.stop);
  const store = s3BlobStore(server.settings);
  const vault = { store, encryption: await encryptionOf(store, 'correct horse', { isNew: true }) };
  const { manifest } = await makeBackup(owner, platform.photos, vault);

  const { name } = await db.selectFrom('users').select('name').executeTakeFirstOrThrow();
  const heads: Buffer[] = [];
  for await (const { key } of platform.photos.list('')) {
    heads.push(Buffer.from(await platform.photos.get(key)).subarray(0, 16));
  }
  expect(heads).toHaveLength(8);
  for (const file of await readdir(server.folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const bytes = await readFile(join(file.parentPath, file.name));
    expect([name, ...heads].some((plain) => bytes.includes(plain))).toBe(false);
  }
  await expect(encryptionOf(store, undefined)).rejects.toThrow(/are encrypted/);
  await expect(encryptionOf(store, 'correct hors')).rejects.toThrow(/Wrong passphrase/);
  const encryption = await encryptionOf(store, 'correct horse');
  const read = await readManifest({ store, encryption }, manifest.id);
  expect(read).toEqual(manifest);
  const [target, photos] = [await emptyDatabase(), await emptyPhotos()];
  await restoreBackup(target, photos, { store, encryption }, read);
  expect(await wordsIn(target)).toEqual(await wordsIn(owner));
  expect(await listBlobs(photos, 'photos/')).toHaveLength(8);

  const [first, second] = manifest.tables.filter(({ rows }) => rows > 0);
  if (!first || !second) throw new Error('The database has too few rows');
  const key = `${first.stream.name}.00000`;
  const piece = Buffer.from(await store.get(key));
  const readFirst = async () => {
    for await (const _ of readStream({ store, encryption }, first.stream));
  };
  await readFirst();
  await store.delete(key);
  await store.put(key, await store.get(`${second.stream.name}.00000`));
  await expect(readFirst()).rejects.toThrow(/damaged/);
  piece[piece.length - 1] = (piece.at(-1) ?? 0) ^ 1;
  await expect(encryption.decrypt(key, piece)).rejects.toThrow(/damaged/);
});

test('a passphrase is rejected at a place that has backups without one', async () => {
  const { vault } = await backedUp();
  await expect(encryptionOf(vault.store, 'correct horse')).rejects.toThrow(/are not encrypted/);
});

async function tamper({ folder }: { folder: string }, part: string) {
  const files = await readdir(folder, { recursive: true });
  const file = join(folder, files.find((name) => name.includes(part)) ?? '');
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(file, bytes);
}

test.each(['+applicants.00000', 'blobs+'])(
  'with a changed byte in %s, nothing is restored',
  async (part) => {
    const backup = await backedUp();
    await tamper(backup.vault, part);
    await expectRejection(backup, /The backup is damaged/);
  },
);

test("a changed manifest is rejected, and one whose rows don't match", async () => {
  const { vault, manifest } = await backedUp();
  const expectDamaged = (change: (table: TableInBackup) => Partial<TableInBackup>) => {
    const tables = manifest.tables.map((table) => ({ ...table, ...change(table) }));
    return expectRejection(
      { vault, manifest: { ...manifest, tables } },
      'The backup is damaged: table',
    );
  };
  await expectDamaged(({ rows }) => ({ rows: rows + 1 }));
  await expectDamaged(() => ({ sha256: manifest.blobs.index.pieces.join() }));
  await tamper(vault, 'manifests+');
  await expect(readManifest(vault, manifest.id)).rejects.toThrow(/The backup is damaged/);
});

test('a database with data is not changed, unless it may be replaced', async () => {
  const { vault, manifest } = await backedUp();
  const other = closeAfterTest(await startTestApp());
  await signIn(other, 'admin');
  const words = await wordsIn(other.owner);
  const { photos } = other.platform;
  const replace = () => restoreBackup(other.owner, photos, vault, manifest, { replace: true });
  await expect(restoreBackup(other.owner, photos, vault, manifest)).rejects.toThrow(
    'it contains 0 applicants, 0 verifications, 1 users',
  );
  await expect(replace()).rejects.toThrow('A server is running on this database');
  expect(await wordsIn(other.owner)).toEqual(words);

  await other.db.destroy();
  await replace();
  expect(await wordsIn(other.owner)).toEqual(await wordsIn(owner));
});

test('tables that are not Doorstep’s, and photos of another database, are not changed', async () => {
  const { vault, manifest } = await backedUp();
  const target = await emptyDatabase();
  await queryAsOwner(target, (client) => client.query('create table theirs (id int)'));
  await expect(restoreBackup(target, await emptyPhotos(), vault, manifest)).rejects.toThrow(
    'not Doorstep’s',
  );
  expect(await tablesOf(target)).toBe(1);

  const photos = await emptyPhotos();
  await photos.put('installation', Buffer.from('of another database'));
  const empty = await emptyDatabase();
  await expect(restoreBackup(empty, photos, vault, manifest)).rejects.toThrow(
    'The photo store belongs to another database',
  );
  expect(await tablesOf(empty)).toBe(0);
  const replace = (count = manifest.blobs.count) => {
    const blobs = { ...manifest.blobs, count };
    return restoreBackup(empty, photos, vault, { ...manifest, blobs }, { replace: true });
  };
  await expect(replace(1_000)).rejects.toThrow('The backup is damaged');
  expect(String(await photos.get('installation'))).toBe('of another database');
  await replace();
  expect(String(await photos.get('installation'))).not.toBe('of another database');
  expect(await wordsIn(empty)).toEqual(await wordsIn(owner));
});

test('a backup of a newer version is rejected', async () => {
  const { vault, manifest } = await backedUp();
  const migrations = [...manifest.migrations, '9001-later'];
  await expectRejection(
    { vault, manifest: { ...manifest, doorstep: '9.1.0', migrations } },
    'A newer Doorstep made this backup (9.1.0, migration 9001-later). Restore it with that version.',
  );
  await saveManifest(vault, { ...manifest, id: 'future', format: 2 as 1 });
  await expect(readManifest(vault, 'future')).rejects.toThrow('A newer Doorstep made');
});

test('a backup and a database of before 0.2.0 are rejected, and left as they are', async () => {
  const { vault, manifest } = await backedUp();
  const migrations = ['0001-house', '0002-sign-in-limits'];
  const target = await expectRejection(
    { vault, manifest: { ...manifest, doorstep: '0.1.0', migrations } },
    "A Doorstep older than release 0.2.0 made this backup (0.1.0, migration 0001-house), and this version can't restore it. Restore it with that version.",
  );
  await queryAsOwner(target, (client) =>
    client.query(`create table kysely_migration (name text primary key, timestamp text);
      insert into kysely_migration values ('0001-house', now()::text)`),
  );
  await expect(prepareDatabase(target)).rejects.toThrow(
    "A Doorstep older than release 0.2.0 made this database (migration 0001-house), and this version can't upgrade it. Start the version that made it, or use an empty data folder or database.",
  );
  expect(await tablesOf(target)).toBe(1);
});

test('a backup in another’s place is not read, and one of the old format is rejected', async () => {
  const vault = await emptyVault();
  const make = () => makeBackup(owner, platform.photos, vault);
  const [{ manifest: first }, { manifest: second }] = [await make(), await make()];
  const place = (id: string) => `manifests/${id}`;
  await vault.store.delete(place(second.id));
  await vault.store.put(place(second.id), await vault.store.get(place(first.id)));
  await expect(readManifest(vault, second.id)).rejects.toThrow(/damaged/);

  await vault.store.put('key', Buffer.alloc(64));
  await expect(encryptionOf(vault.store, 'correct horse')).rejects.toThrow(/Doorstep before 0.2/);
});
