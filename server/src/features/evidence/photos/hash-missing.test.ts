import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { savePhoto } from '../../../storage/photos/save-photo.ts';
import { readRow } from '../../../testing/rows.ts';
import { addApplicant, addUser, startSharedApp } from '../../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { hashMissingPhotos } from './hash-missing.ts';

const server = await startSharedApp();

test('older photos get the same hashes as new ones, once; one without its file is skipped', async () => {
  const { db, platform } = server;
  const agent = await addUser(db, 'agent');
  const { id: applicantId } = await addApplicant(db, { assigned_agent_id: agent.id });
  const visit = await sendVisit(db, visitOf(applicantId, agent.id));
  const bytes = await readFile(new URL('../../../../fixtures/photos/house.jpg', import.meta.url));
  const store = { photos: platform.photos, timeZone: 'Asia/Kolkata' };
  const saved = await savePhoto(store, bytes);
  const lost = await savePhoto(store, bytes);
  await platform.photos.delete(pictureKey('photo', lost.id, 'thumbnail'));
  const { id: visit_id, verificationId: verification_id } = visit;
  await db
    .insertInto('photos')
    .values(
      [saved, lost].map(({ hashes: _, sha256, takenAt, ...photo }, position) => ({
        ...{ ...photo, visit_id, verification_id, position, taken_at: takenAt },
        sha256: Buffer.from(sha256, 'hex'),
      })),
    )
    .execute();

  const hour = 3_600_000;
  expect(await hashMissingPhotos(platform, new Date(Date.now() + hour))).toBe(0);
  expect(await hashMissingPhotos(platform, new Date(Date.now() - hour))).toBe(1);
  const rows = await db.selectFrom('photo_hashes').selectAll().execute();
  const { received_at } = await readRow(db, 'visits', { id: visit_id }, ['received_at']);
  expect(rows).toEqual([
    {
      ...{ photo_id: saved.id, agent_id: agent.id, stored_at: received_at },
      ...{ dhash: saved.hashes.dhash, phash: saved.hashes.phash },
      texture: expect.closeTo(saved.hashes.texture, 4),
    },
  ]);
  expect(await hashMissingPhotos(platform, new Date(0))).toBe(0);
});
