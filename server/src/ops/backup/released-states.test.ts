import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { prepareDatabase } from '../../db/application-role.ts';
import { connect } from '../../db/connection.ts';
import { recount } from '../../db/counts/counts.ts';
import { listMigrations } from '../../db/migrate.ts';
import { readSecret } from '../../db/secret.ts';
import { startReportRenderer } from '../../features/reports/render/report-renderer.ts';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';
import { openPhotoSpool } from '../../storage/photos/photo-spool.ts';
import { emptyDatabase, temporaryFolder } from '../../testing/services/backup-place.ts';
import { patient, signIn } from '../../testing/test-app.ts';
import { encryptionOf } from './place/encryption.ts';
import { listBackups, readManifest } from './place/manifest.ts';
import { restoreBackup } from './restore-backup.ts';

// The folder has one backup of each release, made by that release, with data in every table.
const folder = fileURLToPath(new URL('../../../fixtures/releases/', import.meta.url));
const changelog = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
const releases = [...changelog.matchAll(/^## ([\d.]+) \((?!unreleased)/gm)].map(
  ([, name = '']) => name,
);

test('each release in the changelog has its backup', async () => {
  expect(await readdir(folder).catch(() => [])).toEqual(releases.sort());
});

test.each(releases)('a backup of %s is restored, migrated and usable', async (release) => {
  const store = localBlobStore(join(folder, release));
  const vault = { store, encryption: await encryptionOf(store, undefined) };
  const [id = ''] = await listBackups(vault);
  const manifest = await readManifest(vault, id);
  const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0;

  const dataDir = await temporaryFolder();
  const photos = localBlobStore(join(dataDir, 'photos'));
  const owner = await emptyDatabase();
  const { migrated, audit } = await restoreBackup(owner, photos, vault, manifest);
  expect([...manifest.migrations, ...migrated]).toEqual(await listMigrations());
  expect(audit).toMatchObject({ broken: undefined, count: rows('audit') });

  const { connection } = await prepareDatabase(owner);
  const db = connect(connection);
  const asOwner = connect(owner);
  const renderer = startReportRenderer({ processes: 1, deadline: 30_000 });
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const spool = openPhotoSpool(join(dataDir, 'incoming'));
  const secret = await readSecret(db);
  const platform = { provider: config, db, photos, spool, renderer, limits: patient, secret };
  const app = await buildApp(platform, config);
  onTestFinished(async () => {
    await app.close();
    await renderer.close();
    await db.destroy();
    await asOwner.destroy();
  });
  const right = { applicants: 0, verifications: 0, texts: 0 };
  expect(await recount(asOwner, config.timeZone)).toEqual(right);

  const server = { app, db, owner, platform, config, close: async () => {} };
  const person = { email: 'new@example.test', phone_number: '7999999999' };
  const admin = await signIn(server, 'admin', person);
  const list = await admin.get('verification_tasks/');
  expect(list.json()).toMatchObject({ count: rows('verifications') });
  const photo = await db.selectFrom('photos').select('verification_id').executeTakeFirstOrThrow();
  const visit = await admin.get(`verification_tasks/${photo.verification_id}/`);
  const [link = ''] = visit.json<{ image_urls: string[] }>().image_urls;
  expect((await admin.get(link)).statusCode).toBe(200);
});
