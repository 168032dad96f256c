import { expect, onTestFinished, test, vi } from 'vitest';
import { phoneAtWork, picture, task } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { changeDraft, readDraft, startVisit } from './draft.ts';
import { finishVisit } from './finish-visit.ts';
import { addPhoto, readPhoto } from './photos.ts';

/** Makes each write of a photo fail after so many more photos. Returns a function that ends the limit. */
function leaveRoomFor(photos: number): () => void {
  const { put } = IDBObjectStore.prototype;
  let left = photos;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (this.name === 'photos') {
      if (left === 0) throw new DOMException('Full.', 'QuotaExceededError');
      left -= 1;
    }
    return put.apply(this, args);
  });
  onTestFinished(() => full.mockRestore());
  return () => full.mockRestore();
}

// Covers: field-app-18
test('fails with the reason when the phone is full, and keeps what was stored', async () => {
  await phoneAtWork();
  const visitId = await startVisit(task);
  const take = async (colour: string) =>
    addPhoto(visitId, {
      picture: await picture(320, 240, colour),
      source: 'viewfinder',
      shows: 'door',
    });
  const kept = [await take('#4a7'), await take('#a47')];
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  const makeRoom = leaveRoomFor(1);
  // There is room for the first of the two encrypted photos, but not for the second.
  await expect(finishVisit(visitId)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  const stored = await (await database()).getAll('photos');
  expect(stored.map(({ forServer }) => forServer)).toEqual([undefined, undefined]);
  await expect(take('#74a')).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect((await readDraft(visitId))?.photos).toEqual(kept);
  for (const { sha256 } of kept) expect(await readPhoto(visitId, sha256)).toBeDefined();
  const db = await database();
  expect(await db.count('outbox')).toBe(0);
  expect(await db.count('drafts')).toBe(1);

  makeRoom();
  await finishVisit(visitId);
  expect((await db.get('outbox', visitId))?.photos).toHaveLength(2);
});
