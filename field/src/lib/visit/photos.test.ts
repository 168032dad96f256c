import exifr from 'exifr';
import { beforeEach, expect, test } from 'vitest';
import { phoneAtWork, picture, task } from '../../testing/phone.ts';
import { openCamera } from '../capture/camera.ts';
import { database } from '../db/database.ts';
import { lockNow } from '../lock/lock.ts';
import { readDraft, startVisit } from './draft.ts';
import { addPhoto, readPhoto, removePhoto } from './photos.ts';

beforeEach(async () => {
  await phoneAtWork();
});

const sha256 = async (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

// Covers: field-app-8
test('a photo is kept small, with its time and place inside, under the hash of its exact bytes', async () => {
  const visitId = await startVisit(task);
  const before = Date.now();
  const photo = await addPhoto(visitId, {
    picture: await picture(),
    source: 'viewfinder',
    shows: 'door',
  });
  expect(photo).toMatchObject({ width: 1600, height: 1200, source: 'viewfinder', shows: 'door' });
  const bytes = (await readPhoto(visitId, photo.sha256)) as ArrayBuffer;
  expect(await sha256(bytes)).toBe(photo.sha256);
  expect(bytes.byteLength).toBe(photo.bytes);
  expect(Date.parse(photo.captured_at)).toBeGreaterThanOrEqual(before);
  expect(photo.captured_at).toMatch(/\+05:30$/);

  const tags = await exifr.parse(bytes, { reviveValues: false });
  const { fix } = photo;
  expect(tags.latitude).toBeCloseTo(fix?.latitude ?? 0, 7);
  expect(tags.longitude).toBeCloseTo(fix?.longitude ?? 0, 7);
  expect([fix?.latitude, fix?.longitude, fix?.accuracy_m]).toEqual([18.5204, 73.8567, 12]);
  expect(tags.GPSHPositioningError).toBe(12);
  const taken = photo.captured_at.slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  expect([tags.DateTimeOriginal, tags.OffsetTimeOriginal]).toEqual([taken, '+05:30']);
  expect((await readDraft(visitId))?.photos).toEqual([photo]);
});

// Covers: field-app-3, threat-39
test('on the phone a photo is no picture, and behind the closed lock it isn’t read', async () => {
  const visitId = await startVisit(task);
  const { sha256: sum } = await addPhoto(visitId, {
    picture: await picture(320, 240),
    source: 'viewfinder',
    shows: 'door',
  });
  const stored = await (await database()).get('photos', [visitId, sum]);
  expect(stored?.forServer).toBeUndefined();
  const kept = new TextDecoder('latin1').decode(stored?.encrypted?.bytes);
  expect(kept).not.toContain('\u00ff\u00d8\u00ff');
  expect(kept).not.toContain('Exif');
  lockNow();
  await expect(readPhoto(visitId, sum)).rejects.toThrow('locked');
});

test('a picture from the files keeps its own time and claims no place', async () => {
  const visitId = await startVisit(task);
  const old = new File([await picture(320, 240)], 'a.jpg', { lastModified: 1_760_000_000_000 });
  const photo = await addPhoto(visitId, { picture: old, source: 'file', shows: 'document' });
  expect(Date.parse(photo.captured_at)).toBe(1_760_000_000_000);
  expect([photo.fix, photo.fix_age_ms]).toEqual([null, null]);
  const bytes = (await readPhoto(visitId, photo.sha256)) as ArrayBuffer;
  expect((await exifr.parse(bytes)).latitude).toBeUndefined();
});

test('a photo that is removed leaves nothing', async () => {
  const visitId = await startVisit(task);
  const { sha256: sum } = await addPhoto(visitId, {
    picture: await picture(320, 240),
    source: 'camera_app',
    shows: 'door',
  });
  expect((await readDraft(visitId))?.photos).toMatchObject([{ sha256: sum, shows: 'door' }]);
  await removePhoto(visitId, sum);
  expect((await readDraft(visitId))?.photos).toEqual([]);
  expect(await (await database()).count('photos')).toBe(0);
});

test('the camera opens once and gives stills', async () => {
  const camera = await openCamera();
  expect(camera.stream.getVideoTracks()).toHaveLength(1);
  const still = await camera.take();
  const bitmap = await createImageBitmap(still);
  expect(Math.min(bitmap.width, bitmap.height)).toBeGreaterThan(0);
  camera.close();
  expect(camera.stream.getVideoTracks()[0]?.readyState).toBe('ended');
});

test('what is no picture is refused, and the visit stays as it was', async () => {
  const visitId = await startVisit(task);
  const taken = { picture: new Blob(['hello']), source: 'file', shows: 'door' } as const;
  await expect(addPhoto(visitId, taken)).rejects.toThrow();
  expect((await readDraft(visitId))?.photos).toEqual([]);
});
