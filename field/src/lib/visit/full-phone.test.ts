import { expect, test } from 'vitest';
import { phoneAtWork, picture, takePhoto, task } from '../../testing/phone.ts';
import { endTroubles, leaveRoomFor } from '../../testing/troubles.ts';
import { database } from '../db/database.ts';
import { changeDraft, readDraft, startVisit } from './draft.ts';
import { finishVisit } from './finish-visit.ts';
import { readPhoto } from './photos.ts';

// Covers: field-app-18
test('fails with the reason when the phone is full, and keeps what was stored', async () => {
  await phoneAtWork();
  const visitId = await startVisit(task);
  const take = async (colour: string) =>
    takePhoto(visitId, { picture: await picture(320, 240, colour) });
  const kept = [await take('#4a7'), await take('#a47')];
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  leaveRoomFor(1, 'photos');
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

  endTroubles();
  await finishVisit(visitId);
  expect((await db.get('outbox', visitId))?.photos).toHaveLength(2);
});
