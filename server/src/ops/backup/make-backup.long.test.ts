import { createHash, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { applyRetention } from '../../features/retention/retention-service.ts';
import { readRows } from '../../testing/rows.ts';
import {
  emptyDatabase,
  emptyPhotos,
  emptyVault,
  listBlobs,
  queryAsOwner,
} from '../../testing/services/backup-place.ts';
import { wordsOf } from '../../testing/services/words-of.ts';
import {
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVisit } from '../../testing/submission.ts';
import { closeAfterTest, signIn, startTestApp, type Visitor } from '../../testing/test-app.ts';
import { addPhoneVisit, sendPhoneFile, signatureOf } from '../../testing/visits/phone-visit.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups } from './place/manifest.ts';
import type { Vault } from './place/vault.ts';
import { pruneBackups } from './prune-backups.ts';
import { restoreBackup } from './restore-backup.ts';

const start = async () => closeAfterTest(await startTestApp());
const decide = (admin: Visitor, id: number) =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);

const keysOf = async ({ store }: Pick<Vault, 'store'>, prefix: string) =>
  (await listBlobs(store, prefix)).map(({ key }) => key);

// Covers: fault-52
test('a backup taken under load is the state of one moment, row by row and file by file', async () => {
  const running = await start();
  const { platform, owner, db } = running;
  const secret = { name: 'signing', value: Buffer.from(platform.secret) };
  await db.insertInto('secrets').values(secret).execute();
  const [agent, admin] = [await signIn(running, 'agent'), await signIn(running, 'admin')];
  for (let visit = 0; visit < 5; visit += 1) await addVisit(running, agent, ['teal', 'navy']);
  const { signature, bytes } = await signatureOf();
  const { sha256 } = signature.file;
  const { id: visitId } = await addPhoneVisit(running, agent, [], { signature });
  const stored = await sendPhoneFile(running, agent, { visitId, sha256, bytes });
  expect(stored.statusCode).toBe(200);

  let isOver = false;
  let writes = 0;
  const untilOver = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; !isOver; round += 1) {
      await work(round);
      writes += 1;
    }
  };
  const load = [
    untilOver(async (round) => {
      const { id } = await addVisit(running, agent, round % 2 ? ['red', 'gold'] : ['green']);
      expect((await decide(admin, id)).statusCode).toBe(200);
    }),
    untilOver(async () => {
      await addVisit(running, agent, ['olive']);
    }),
    untilOver(async (round) => {
      const ids = Array.from({ length: 200 }, (_, row) => `LOAD-${round}-${row}`);
      const sent = await sendSpreadsheet(running, admin.headers, await writeSpreadsheet(ids));
      expect(sent.statusCode).toBe(200);
    }),
  ];
  const vault = await emptyVault();
  const { put } = vault.store;
  let firstPut: number | undefined;
  vault.store.put = async (key, bytes) => {
    // Delays the backup, so that many changes happen between its first table and its last file.
    firstPut ??= writes;
    const until = firstPut + 6;
    await vi.waitUntil(() => writes >= until, { timeout: 120_000 });
    await put(key, bytes);
  };
  const moment = await queryAsOwner(owner, async (client) => {
    await client.query('begin isolation level repeatable read');
    await vi.waitUntil(() => writes >= 6, { timeout: 120_000 });
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const before = writes;
    const made = await makeBackup({ ...owner, user: 'doorstep_app' }, platform.photos, vault, {
      snapshot: rows[0]?.id ?? '',
    });
    isOver = true;
    await Promise.all(load);
    expect(writes - before).toBeGreaterThan(5);
    return { words: await wordsOf(client), made };
  });
  const now = await queryAsOwner(owner, wordsOf);
  for (const table of ['applicants', 'verifications', 'photos', 'audit', 'uploads']) {
    expect(now[table]).not.toBe(moment.words[table]);
  }

  const [target, photos] = [await emptyDatabase(), await emptyPhotos()];
  const { manifest } = moment.made;
  const restored = await restoreBackup(target, photos, vault, manifest);
  expect(restored.audit.broken).toBeUndefined();
  expect(restored.audit.count).toBeGreaterThan(10);
  expect(await queryAsOwner(target, wordsOf)).toEqual(moment.words);

  await queryAsOwner(target, async (client) => {
    const { rows } = await client.query<{ id: string; sha256: Buffer }>(
      `select id, sha256 from photos union all select picture_id, sha256 from signatures`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map((row) => row.sha256.toString('hex'))).toContain(sha256);
    for (const { id, sha256 } of rows) {
      const original = await photos.get(`photos/${id}/original`);
      expect(createHash('sha256').update(original).digest()).toEqual(sha256);
      for (const size of ['thumbnail', 'screen', 'report']) {
        const key = `photos/${id}/${size}`;
        expect(await photos.get(key)).toEqual(await platform.photos.get(key));
      }
    }
    const { rows: next } = await client.query<{ isFree: boolean }>(
      `select nextval(pg_get_serial_sequence('applicants', 'id')) > max(id) as "isFree" from applicants`,
    );
    expect(next[0]?.isFree).toBe(true);
    // After the restore, the triggers protect the audit again.
    await expect(client.query('delete from audit')).rejects.toThrow(/only ever added/);
  });
});

test('photos deleted during a backup are in it, and are deleted afterwards', async () => {
  const running = await start();
  const { platform, owner, db } = running;
  const [agent, admin] = [await signIn(running, 'agent'), await signIn(running, 'admin')];
  const { id } = await addVisit(running, agent, ['teal']);
  await decide(admin, id);
  const { id: photo } = await db.selectFrom('photos').select('id').executeTakeFirstOrThrow();

  const retention = { photos: 1, applicants: 0 };
  const later = new Date(Date.now() + 10 * 86_400_000);
  const vault = await emptyVault();
  const { list } = vault.store;
  let isLetGo = false;
  vault.store.list = async function* (prefix) {
    // Runs retention after the snapshot and before the first file is copied.
    if (prefix === 'blobs/' && !isLetGo) {
      await applyRetention({ ...platform, retention }, later);
      isLetGo = true;
    }
    yield* list(prefix);
  };
  const { manifest, blobs } = await makeBackup(owner, platform.photos, vault);
  expect(isLetGo).toBe(true);
  expect(await db.selectFrom('photos').select('id').execute()).toEqual([]);
  expect(blobs).toMatchObject({ count: 4, missing: { count: 0 }, damaged: { count: 0 } });

  const photos = await emptyPhotos();
  await restoreBackup(await emptyDatabase(), photos, vault, manifest);
  expect(await photos.exists(`photos/${photo}/original`)).toBe(true);

  await applyRetention({ ...platform, retention }, later);
  expect(await platform.photos.exists(`photos/${photo}/original`)).toBe(false);
});

test('files of earlier backups are not copied again, and are deleted with the last backup that needs them', async () => {
  const running = await start();
  const { platform, owner, db } = running;
  const agent = await signIn(running, 'agent');
  const vault = await emptyVault();
  await addVisit(running, agent, ['teal']);
  const first = await makeBackup(owner, platform.photos, vault);
  expect(first.blobs).toMatchObject({ count: 4, copied: 4 });
  const of = new Map<string, number>();
  const { get } = platform.photos;
  platform.photos.get = (key) => {
    of.set(key, (of.get(key) ?? 0) + 1);
    return get(key);
  };
  await addVisit(running, agent, ['navy']);
  const second = await makeBackup(owner, platform.photos, vault);
  expect(second.blobs).toMatchObject({ count: 8, copied: 4 });
  expect(of.size).toBe(4);

  await db.deleteFrom('photos').where('verification_id', '>', 0).execute();
  const third = await makeBackup(owner, platform.photos, vault, { keep: 1 });
  expect(third).toMatchObject({ pruned: 2, blobs: { count: 0 } });
  expect(await listBackups(vault)).toEqual([third.manifest.id]);
  const tables = await keysOf(vault, 'tables/');
  expect(tables.filter((key) => !key.includes(third.manifest.id))).toEqual([]);
  // Files stay for a grace period of one day, because another backup may be in progress.
  expect(await keysOf(vault, 'blobs/')).toHaveLength(8);
  await pruneBackups(vault, 1, inTwoDays());
  expect(await keysOf(vault, 'blobs/')).toEqual([]);
});

test('an interrupted backup does not count, and does not affect the next', async () => {
  const running = await start();
  const { platform, owner } = running;
  await addVisit(running, await signIn(running, 'agent'), ['teal']);
  const vault = await emptyVault();
  const { put } = vault.store;
  vault.store.put = async (key, bytes) => {
    if (key.startsWith('blobs/')) throw new Error('The disk is full');
    await put(key, bytes);
  };
  await expect(makeBackup(owner, platform.photos, vault)).rejects.toThrow('The disk is full');
  expect(await listBackups(vault)).toEqual([]);
  expect(await keysOf(vault, 'tables/')).not.toEqual([]);
  vault.store.put = put;
  const { manifest } = await makeBackup(owner, platform.photos, vault, { keep: 1 });
  await pruneBackups(vault, 1, inTwoDays());
  await restoreBackup(await emptyDatabase(), await emptyPhotos(), vault, manifest);
});

test('a second backup of the same database is rejected while the first is running', async () => {
  const { platform, owner } = await start();
  const vault = await emptyVault();
  const { put } = vault.store;
  let second: Promise<unknown> | undefined;
  vault.store.put = async (key, bytes) => {
    second ??= makeBackup(owner, platform.photos, await emptyVault()).catch(String);
    await second;
    await put(key, bytes);
  };
  await makeBackup(owner, platform.photos, vault);
  expect(await second).toMatch(/already in progress/);
});

test('a lost or damaged photo is reported, and the rest is backed up', async () => {
  const running = await start();
  const { platform, owner, db } = running;
  const agent = await signIn(running, 'agent');
  const { id } = await addVisit(running, agent, ['teal', 'navy']);
  const identity = randomUUID();
  await db
    .insertInto('identity_images')
    .values({ id: identity, user_id: agent.user.id, kind: 'pan' })
    .execute();
  const [lost, rotten] = await readRows(db, 'photos', { verification_id: id }, ['id']);
  await platform.photos.delete(`photos/${lost?.id}/original`);
  await platform.photos.delete(`photos/${rotten?.id}/original`);
  await platform.photos.put(`photos/${rotten?.id}/original`, Buffer.from('rot'));
  const { blobs } = await makeBackup(owner, platform.photos, await emptyVault());
  expect(blobs).toMatchObject({
    count: 7,
    missing: {
      count: 2,
      first: [`identity/${identity}/original`, `photos/${lost?.id}/original`],
    },
    damaged: { count: 1, first: [`photos/${rotten?.id}/original`] },
  });
});
