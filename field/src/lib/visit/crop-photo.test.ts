import exifr from 'exifr';
import { beforeEach, expect, test } from 'vitest';
import { finishAttempt, phoneAtWork, picture, takePhoto, task } from '../../testing/phone.ts';
import { endTroubles, simulateFailingStore } from '../../testing/troubles.ts';
import { moveEdge, wholePicture } from '../capture/crop-frame.ts';
import { database } from '../db/database.ts';
import { cropPhoto } from './crop-photo.ts';
import { readDraft, startVisit } from './draft.ts';
import { readPhoto } from './photos.ts';

beforeEach(phoneAtWork);

const frame = { left: 0.25, top: 0, right: 0.75, bottom: 0.5 };

async function takeDocument() {
  const visitId = await startVisit(task);
  const whole = await takePhoto(visitId, { picture: await picture(1600, 1200), shows: 'document' });
  return { visitId, whole };
}

test('an edge stops before the opposite one and at the picture’s own', () => {
  const half = moveEdge(wholePicture, 'right', 0.5);
  expect(half).toEqual({ left: 0, top: 0, right: 0.5, bottom: 1 });
  expect(moveEdge(half, 'left', 0.9).left).toBeCloseTo(0.35);
  expect(moveEdge(half, 'right', 2).right).toBe(1);
  expect(moveEdge(half, 'top', -1).top).toBe(0);
  expect(moveEdge(half, 'top', 2).top).toBeCloseTo(0.85);
  expect(moveEdge(half, 'bottom', 0).bottom).toBeCloseTo(0.15);
});

// Covers: door-photos-3
test('replaces a photo by its cropped part, with the same time and place', async () => {
  const { visitId, whole } = await takeDocument();
  const other = await takePhoto(visitId);
  const cropped = await cropPhoto(visitId, whole.sha256, frame);
  const cropped_from = { width: 1600, height: 1200 };
  expect(cropped).toEqual({
    ...{ ...whole, sha256: cropped.sha256, bytes: cropped.bytes },
    ...{ width: 800, height: 600, cropped_from },
  });
  expect((await readDraft(visitId))?.photos).toEqual([cropped, other]);
  expect(await readPhoto(visitId, whole.sha256)).toBeUndefined();
  const bytes = (await readPhoto(visitId, cropped.sha256)) as ArrayBuffer;
  expect(bytes.byteLength).toBe(cropped.bytes);
  const tags = await exifr.parse(bytes, { reviveValues: false });
  const taken = whole.captured_at.slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  expect(tags.DateTimeOriginal).toBe(taken);
  expect(tags.latitude).toBeCloseTo(whole.fix?.latitude ?? 0, 7);
  const again = await cropPhoto(visitId, cropped.sha256, frame);
  expect(again).toMatchObject({ width: 400, height: 300, cropped_from });
});

// Covers: door-photos-3
test('leaves the uncropped photo if it is ended before the draft is stored', async () => {
  const { visitId, whole } = await takeDocument();
  simulateFailingStore('drafts');
  await expect(cropPhoto(visitId, whole.sha256, frame)).rejects.toThrow('Broken.');
  endTroubles();
  expect((await readDraft(visitId))?.photos).toEqual([whole]);
  expect((await readPhoto(visitId, whole.sha256))?.byteLength).toBe(whole.bytes);
  // Finishing the visit deletes the file of the cropped photo, because the draft does not have this photo.
  await finishAttempt(visitId);
  expect(await (await database()).getAllKeys('photos')).toEqual([[visitId, whole.sha256]]);
});
