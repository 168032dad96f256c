import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lockName } from '../../db/advisory-lock.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { generateReport } from '../../testing/reports/report-requests.ts';
import { readRows } from '../../testing/rows.ts';
import { addVisit, drawPhoto, submission } from '../../testing/submission.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { applyRetention } from './retention-service.ts';
import { grace, sweepBlobs } from './sweep-blobs.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');

const tomorrow = () => new Date(Date.now() + grace + 1000);
const orphan = async () => {
  const key = pictureKey('photo', randomUUID(), 'original');
  await running.platform.photos.put(key, Buffer.from('left by a crash'));
  return key;
};

// Covers: threat-33
test('a file without a row is deleted after a day, and nothing else', async () => {
  const { id } = await addVisit(running, agent, ['teal']);
  const image = randomUUID();
  await running.db
    .insertInto('identity_images')
    .values({ id: image, user_id: agent.user.id, kind: 'pan' })
    .execute();
  const { photos } = running.platform;
  await photos.put(pictureKey('identity', image, 'screen'), await drawPhoto('brown'));
  await photos.put('reports/abc.pdf', Buffer.from('pdf'));
  const lost = await orphan();

  expect(await sweepBlobs(running.platform)).toEqual([]);
  expect(await sweepBlobs(running.platform, { dryRun: true, now: tomorrow() })).toEqual([lost]);
  expect(await photos.exists(lost)).toBe(true);
  expect(await sweepBlobs(running.platform, { now: tomorrow() })).toEqual([lost]);
  expect(await photos.exists(lost)).toBe(false);
  expect(await sweepBlobs(running.platform, { now: tomorrow() })).toEqual([]);

  const rows = await readRows(running.db, 'photos', { verification_id: id }, ['id']);
  for (const row of rows) {
    expect(await photos.exists(pictureKey('photo', row.id, 'original'))).toBe(true);
  }
  expect(await photos.exists('reports/abc.pdf')).toBe(true);
});

// Covers: threat-33
test('a report’s file that a crash left without a row is deleted after a day; those of versions stay', async () => {
  const { photos } = running.platform;
  const { applicant } = await addVisit(running, agent);
  const admin = await signIn(running, 'admin');
  const answer = await generateReport(admin, applicant.application_id);
  const fileOf = (pdf: Buffer) => `reports/${createHash('sha256').update(pdf).digest('hex')}.pdf`;
  const kept = fileOf(answer.rawPayload);
  const lost = fileOf(Buffer.from('drawn, and then killed'));
  await photos.put(lost, Buffer.from('drawn, and then killed'));

  expect(await sweepBlobs(running.platform)).toEqual([]);
  expect(await sweepBlobs(running.platform, { now: tomorrow() })).toEqual([lost]);
  expect([await photos.exists(lost), await photos.exists(kept)]).toEqual([false, true]);
});

test('a submission in progress loses nothing to a sweep', async () => {
  const { application_id } = await addApplicant(running.db, { assigned_agent_id: agent.user.id });
  const request = await submission(agent, { application_id, photos: [await drawPhoto('navy')] });
  const { photos } = running.platform;
  const { put } = photos;
  photos.put = async (key, bytes) => {
    await put(key, bytes);
    if (key !== 'installation') expect(await sweepBlobs(running.platform)).toEqual([]);
  };
  const answer = await running.app.inject(request);
  photos.put = put;
  expect(answer.statusCode).toBe(201);
});

test('nothing is deleted in a store of another database', async () => {
  const lost = await orphan();
  const due = await orphan();
  await running.db.insertInto('blobs_to_delete').values({ key: due }).execute();
  const foreign = { ...running.platform, secret: randomBytes(32) };
  await expect(sweepBlobs(foreign, { now: tomorrow() })).rejects.toThrow('another database');
  await expect(
    applyRetention({ ...foreign, retention: { photos: 0, applicants: 0 } }),
  ).rejects.toThrow('another database');
  const { photos } = running.platform;
  expect([await photos.exists(lost), await photos.exists(due)]).toEqual([true, true]);
  await running.db.deleteFrom('blobs_to_delete').where('key', '=', due).execute();
});

/** Runs `work`. When the first file is deleted, a backup requests the lock that it needs to copy files. */
async function withBackupWaiting<T>(work: () => Promise<T>): Promise<T> {
  const { db, platform } = running;
  const { photos } = platform;
  const { delete: remove } = photos;
  const lock = sql`hashtext(${lockName('files')})`;
  const done = Promise.withResolvers<void>();
  let backup: Promise<void> | undefined;
  let waiting: Promise<unknown> | undefined;
  photos.delete = async (key) => {
    backup ??= db.connection().execute(async (own) => {
      await sql`select pg_advisory_lock(${lock})`.execute(own);
      await done.promise;
      await sql`select pg_advisory_unlock(${lock})`.execute(own);
    });
    waiting ??= vi.waitUntil(async () => (await countLockWaits(db)) > 0, { timeout: 60_000 });
    await waiting;
    await remove(key);
  };
  try {
    return await work();
  } finally {
    photos.delete = remove;
    done.resolve();
    await backup;
  }
}

test('a backup that begins during a sweep waits for a few hundred files, not for all', async () => {
  const sweep = () => sweepBlobs(running.platform, { now: tomorrow() });
  await sweep();
  await Promise.all(Array.from({ length: 201 }, orphan));
  expect(await withBackupWaiting(sweep)).toHaveLength(200);
  expect(await sweep()).toHaveLength(1);
});

test('a backup that begins while retention deletes files doesn’t wait for all either', async () => {
  const needs = { ...running.platform, retention: running.config.retention };
  const left = () => running.db.selectFrom('blobs_to_delete').select('key').execute();
  const keys = Array.from({ length: 201 }, () => pictureKey('photo', randomUUID(), 'original'));
  await running.db
    .insertInto('blobs_to_delete')
    .values(keys.map((key) => ({ key })))
    .execute();
  await withBackupWaiting(() => applyRetention(needs));
  expect(await left()).toHaveLength(1);
  await applyRetention(needs);
  expect(await left()).toEqual([]);
});
