import exifr from 'exifr';
import { beforeEach, expect, test, vi } from 'vitest';
import { fixOf } from '../../testing/day.ts';
import {
  finishAttempt,
  phoneAtWork,
  picture,
  pin,
  readable,
  sha256Of,
  takePhoto,
  task,
} from '../../testing/phone.ts';
import { holdPlace, simulatePlace } from '../../testing/troubles.ts';
import { writeExif } from '../capture/exif.ts';
import { openCamera } from '../capture/open-camera.ts';
import { database } from '../db/database.ts';
import { lockNow, unlock } from '../lock/lock.ts';
import { confirmAtDoor, withFix } from '../place/place-of-visit.ts';
import { changeDraft, readDraft, startVisit } from './draft.ts';
import { finishVisit } from './finish-visit.ts';
import { photosLock, readPhoto, removePhoto } from './photos.ts';

let visitId: string;
beforeEach(async () => {
  await phoneAtWork();
  visitId = await startVisit(task);
});

const photosOf = async (id: string) => (await readDraft(id))?.photos;

// Covers: field-app-8
test('stores a small photo with its time and place inside, under the hash of its exact bytes', async () => {
  const before = Date.now();
  const close = vi.spyOn(ImageBitmap.prototype, 'close');
  const photo = await takePhoto(visitId, { picture: await picture() });
  expect(close).toHaveBeenCalledOnce();
  expect(photo).toMatchObject({ width: 1600, height: 1200, source: 'viewfinder', shows: 'door' });
  const bytes = (await readPhoto(visitId, photo.sha256)) as ArrayBuffer;
  expect(await sha256Of(bytes)).toBe(photo.sha256);
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
  expect(await photosOf(visitId)).toEqual([photo]);
});

// Covers: field-app-3, threat-39
test('encrypts photos on the phone, and does not read them while locked', async () => {
  const { sha256: sum } = await takePhoto(visitId);
  const stored = await (await database()).get('photos', [visitId, sum]);
  expect(stored?.forServer).toBeUndefined();
  const kept = readable(stored?.encrypted?.bytes);
  // Looks for a longer part of the JPEG header than its first three bytes, because three bytes appear by
  // chance in one of a few thousand encrypted photos.
  expect(kept).not.toMatch(/\u00ff\u00d8\u00ff[\u00e0\u00e1][^]{2}(JFIF|Exif)/);
  expect(kept).not.toContain('Exif');
  lockNow();
  await expect(readPhoto(visitId, sum)).rejects.toThrow('locked');
});

test('keeps the file’s own time for a picture from the files, and no place', async () => {
  const old = new File([await picture(320, 240)], 'a.jpg', { lastModified: 1_760_000_000_000 });
  const photo = await takePhoto(visitId, { picture: old, source: 'file' });
  expect(Date.parse(photo.captured_at)).toBe(1_760_000_000_000);
  expect([photo.fix, photo.fix_age_ms]).toEqual([null, null]);
  const bytes = (await readPhoto(visitId, photo.sha256)) as ArrayBuffer;
  expect((await exifr.parse(bytes)).latitude).toBeUndefined();
});

// Covers: field-app-30
test('does not use an earlier place for a photo taken at the door without a GPS fix', async () => {
  await changeDraft(visitId, (draft) => confirmAtDoor(withFix(draft, fixOf(6)), new Date()));
  simulatePlace('forbidden');
  const photo = await takePhoto(visitId);
  expect([photo.fix, photo.fix_age_ms]).toEqual([null, null]);
});

/** Returns the picture with EXIF data that names this camera model. */
async function ofCamera(picture: Blob, model: string): Promise<Blob> {
  const value = `${model}\0`;
  const entry = [0x01, 0x10, 0, 2, 0, 0, 0, value.length, 0, 0, 0, 26];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  const text = (words: string) => Array.from(words, (letter) => letter.charCodeAt(0));
  const body = [...text('Exif\0\0'), ...tiff, ...text(value)];
  const head = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2, ...body);
  return new Blob([head, picture.slice(2)]);
}

test('replaces EXIF data that the browser has written', async () => {
  const bare = await picture(320, 240);
  const write = async (jpeg: Blob) =>
    writeExif(new Uint8Array(await jpeg.arrayBuffer()), { takenAt: new Date(0), fix: null });
  expect(await write(await ofCamera(bare, 'SM-A156E'))).toEqual(await write(bare));
});

// Covers: field-app-8
test('describes the original file of a picture that the app did not take, without its name and place', async () => {
  const originalOf = async (bytes: BlobPart, name: string, type = 'image/jpeg') => {
    const file = new File([bytes], name, { type });
    return (await takePhoto(visitId, { picture: file, source: 'camera_app' })).original;
  };
  const bare = await picture(960, 1280);
  const fromMessenger = await originalOf(bare, 'IMG-20260301-WA0012.jpg');
  expect(fromMessenger).toEqual({
    ...{ bytes: bare.size, kind: 'image/jpeg', width: 960, height: 1280 },
    ...{ has_camera: false, taken_at: null, is_named_by_messenger: true },
  });
  const large = await originalOf(await ofCamera(await picture(4000, 3000), 'SM-A156E'), 'a.jpg');
  expect(large).toMatchObject({ width: 4000, has_camera: true, is_named_by_messenger: false });
  const dated = writeExif(new Uint8Array(await bare.arrayBuffer()), {
    ...{ takenAt: new Date('2026-03-01T09:30:00+05:30'), fix: null },
  });
  expect(await originalOf(dated, 'b.jpg')).toMatchObject({
    ...{ has_camera: false, taken_at: '2026-03-01T09:30:00.000+05:30' },
  });
  const screen = new OffscreenCanvas(1080, 2400);
  screen.getContext('2d');
  const png = await screen.convertToBlob();
  expect(await originalOf(png, 'c.png', 'image/png')).toMatchObject({
    ...{ kind: 'image/png', height: 2400, has_camera: false },
  });
  expect(await takePhoto(visitId)).not.toHaveProperty('original');
});

test('leaves nothing of a deleted photo', async () => {
  const { sha256 } = await takePhoto(visitId);
  await removePhoto(visitId, sha256);
  expect(await photosOf(visitId)).toEqual([]);
  expect(await (await database()).count('photos')).toBe(0);
});

// Covers: field-app-21
test('does not store a retaken photo twice, wherever it is interrupted', async () => {
  const { sha256: first } = await takePhoto(visitId);
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new Error('The browser was ended.');
  });
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  const again = await takePhoto(visitId, { replaces: first });
  expect(await photosOf(visitId)).toEqual([again]);
  remove.mockRestore();
  const { sha256: last } = await takePhoto(visitId, { replaces: again.sha256 });
  // The file of the first photo is still stored. It is deleted when the visit is finished.
  await finishAttempt(visitId);
  expect(await (await database()).getAllKeys('photos')).toEqual([[visitId, last]]);
});

test('opens the camera once and takes photos', async () => {
  const camera = await openCamera('environment');
  expect(camera.stream.getVideoTracks()).toHaveLength(1);
  const still = await camera.take();
  const bitmap = await createImageBitmap(still);
  expect(Math.min(bitmap.width, bitmap.height)).toBeGreaterThan(0);
  camera.close();
  expect(camera.stream.getVideoTracks()[0]?.readyState).toBe('ended');
});

test('rejects a file that is not a picture, and leaves the visit unchanged', async () => {
  const picture = new Blob(['hello']);
  await expect(takePhoto(visitId, { picture, source: 'file' })).rejects.toThrow();
  expect(await photosOf(visitId)).toEqual([]);
});

const expectWaitingFor = (lock: string) =>
  expect
    .poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name))
    .toContain(lock);

// Covers: field-app-22
test('includes a photo that is still being saved when the visit is finished', async () => {
  const { requests, find } = holdPlace();
  const adding = takePhoto(visitId);
  await expect.poll(() => requests).toHaveLength(1);
  const finishing = finishAttempt(visitId);
  // Finishing waits for the photo, because its place is not found yet.
  await expectWaitingFor(photosLock(visitId));
  find();
  const { sha256 } = await adding;
  await finishing;
  expect((await (await database()).get('outbox', visitId))?.photos).toMatchObject([{ sha256 }]);
});

// Covers: field-app-22
test('stores a photo even if the app is locked before its place is found', async () => {
  const { requests, find } = holdPlace();
  const adding = takePhoto(visitId);
  await expect.poll(() => requests).toHaveLength(1);
  lockNow();
  find();
  const photo = await adding;
  expect(await unlock(pin)).toBe('open');
  expect(await photosOf(visitId)).toEqual([photo]);
});

// Covers: field-app-22
test('sends a photo that is deleted while its visit is being finished', async () => {
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  const { sha256: sum } = await takePhoto(visitId);
  const lock = `doorstep-field-draft-${visitId}`;
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  void navigator.locks.request(lock, () => isHeld);
  const finishing = finishVisit(visitId);
  // Deletes the photo only after `finishVisit` has requested the lock of the draft.
  await expectWaitingFor(lock);
  const removing = removePhoto(visitId, sum);
  release();
  await Promise.all([finishing, removing]);
  const { forServer } = (await (await database()).get('photos', [visitId, sum])) ?? {};
  expect(forServer?.byteLength).toBeGreaterThan(0);
});

// Covers: field-app-22
test('rejects a photo of a finished visit, and leaves nothing', async () => {
  await finishAttempt(visitId);
  await expect(takePhoto(visitId)).rejects.toThrow('finished already');
  expect(await (await database()).count('photos')).toBe(0);
});
