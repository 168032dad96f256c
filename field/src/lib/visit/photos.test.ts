import exifr from 'exifr';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { phoneAtWork, picture, pin, task } from '../../testing/phone.ts';
import { writeExif } from '../capture/exif.ts';
import { openCamera } from '../capture/open-camera.ts';
import { database } from '../db/database.ts';
import { lockNow, unlock } from '../lock/lock.ts';
import { confirmAtDoor, withFix } from '../place/place-of-visit.ts';
import { changeDraft, readDraft, startVisit } from './draft.ts';
import { finishVisit } from './finish-visit.ts';
import { addPhoto, photosLock, readPhoto, removePhoto } from './photos.ts';

beforeEach(async () => {
  await phoneAtWork();
});

const sha256 = async (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

// Covers: field-app-8
test('stores a small photo with its time and place inside, under the hash of its exact bytes', async () => {
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
test('encrypts photos on the phone, and does not read them while locked', async () => {
  const visitId = await startVisit(task);
  const { sha256: sum } = await addPhoto(visitId, {
    picture: await picture(320, 240),
    source: 'viewfinder',
    shows: 'door',
  });
  const stored = await (await database()).get('photos', [visitId, sum]);
  expect(stored?.forServer).toBeUndefined();
  const kept = new TextDecoder('latin1').decode(stored?.encrypted?.bytes);
  // Matches more than three bytes, because three bytes alone appear by chance in one of a few thousand
  // encrypted photos.
  expect(kept).not.toMatch(/\u00ff\u00d8\u00ff[\u00e0\u00e1][^]{2}(JFIF|Exif)/);
  expect(kept).not.toContain('Exif');
  lockNow();
  await expect(readPhoto(visitId, sum)).rejects.toThrow('locked');
});

test('keeps the file’s own time for a picture from the files, and no place', async () => {
  const visitId = await startVisit(task);
  const old = new File([await picture(320, 240)], 'a.jpg', { lastModified: 1_760_000_000_000 });
  const photo = await addPhoto(visitId, { picture: old, source: 'file', shows: 'document' });
  expect(Date.parse(photo.captured_at)).toBe(1_760_000_000_000);
  expect([photo.fix, photo.fix_age_ms]).toEqual([null, null]);
  const bytes = (await readPhoto(visitId, photo.sha256)) as ArrayBuffer;
  expect((await exifr.parse(bytes)).latitude).toBeUndefined();
});

// Covers: field-app-30
test('does not use an earlier place for a photo taken at the door without a fix', async () => {
  const visitId = await startVisit(task);
  const early = {
    latitude: 18.4,
    longitude: 73.8,
    accuracy_m: 6,
    mono_ms: 1,
    at: '2026-11-22T09:00:00Z',
  };
  await changeDraft(visitId, (draft) => confirmAtDoor(withFix(draft, early), new Date()));
  const watch = vi
    .spyOn(navigator.geolocation, 'watchPosition')
    .mockImplementation((_found, onError) => {
      queueMicrotask(() =>
        onError?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError),
      );
      return 1;
    });
  onTestFinished(() => watch.mockRestore());
  const photo = await addPhoto(visitId, {
    ...{ picture: await picture(320, 240), source: 'viewfinder', shows: 'door' },
  });
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

// Covers: field-app-8
test('describes the original file of a picture that the app did not take, without its name and place', async () => {
  const visitId = await startVisit(task);
  const originalOf = async (bytes: BlobPart, name: string, type = 'image/jpeg') => {
    const file = new File([bytes], name, { type });
    const { original } = await addPhoto(visitId, {
      ...{ picture: file, source: 'camera_app', shows: 'door' },
    });
    return original;
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
  const taken = { picture: await picture(320, 200), source: 'viewfinder', shows: 'door' } as const;
  expect(await addPhoto(visitId, taken)).not.toHaveProperty('original');
});

test('leaves nothing of a deleted photo', async () => {
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

// Covers: field-app-21
test('does not store a retaken photo twice, wherever it is interrupted', async () => {
  const visitId = await startVisit(task);
  const take = async (replaces?: string) =>
    addPhoto(visitId, {
      picture: await picture(320, 240),
      source: 'viewfinder',
      shows: 'door',
      replaces,
    });
  const { sha256: first } = await take();
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new Error('The browser was ended.');
  });
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  onTestFinished(() => {
    remove.mockRestore();
    reported.mockRestore();
  });
  const again = await take(first);
  expect((await readDraft(visitId))?.photos).toEqual([again]);
  remove.mockRestore();
  const { sha256: last } = await take(again.sha256);
  // The file of the first photo is still stored. It is deleted when the visit is finished.
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  await finishVisit(visitId);
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
  const visitId = await startVisit(task);
  const taken = { picture: new Blob(['hello']), source: 'file', shows: 'door' } as const;
  await expect(addPhoto(visitId, taken)).rejects.toThrow();
  expect((await readDraft(visitId))?.photos).toEqual([]);
});

/** Makes the phone look for its place until `find` is called. */
function findPlaceLater() {
  let onPlace: PositionCallback = () => {};
  const watch = vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) => {
    onPlace = onFound;
    return 1;
  });
  onTestFinished(() => watch.mockRestore());
  const coords = { latitude: 18.5, longitude: 73.8, accuracy: 9, altitude: null };
  const find = () => onPlace({ coords, timestamp: Date.now() } as GeolocationPosition);
  return { watch, find };
}

// Covers: field-app-22
test('includes a photo that is still being saved when the visit is finished', async () => {
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  const { find } = findPlaceLater();
  const taken = { picture: await picture(320, 240), source: 'viewfinder', shows: 'door' } as const;
  const adding = addPhoto(visitId, taken);
  const finishing = finishVisit(visitId);
  // Finishing waits for the photo, because its place is not found yet.
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name))
    .toContain(photosLock(visitId));
  find();
  const { sha256: sum } = await adding;
  await finishing;
  const queued = await (await database()).get('outbox', visitId);
  expect(queued?.photos.map(({ sha256 }) => sha256)).toEqual([sum]);
});

// Covers: field-app-22
test('stores a photo even if the app is locked before its place is found', async () => {
  const visitId = await startVisit(task);
  const { watch, find } = findPlaceLater();
  const taken = { picture: await picture(320, 240), source: 'viewfinder', shows: 'door' } as const;
  const adding = addPhoto(visitId, taken);
  await expect.poll(() => watch.mock.calls.length).toBe(1);
  lockNow();
  find();
  const photo = await adding;
  expect(await unlock(pin)).toBe('open');
  expect((await readDraft(visitId))?.photos).toEqual([photo]);
});

// Covers: field-app-22
test('sends a photo that is deleted while its visit is being finished', async () => {
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  const taken = { picture: await picture(320, 240), source: 'viewfinder', shows: 'door' } as const;
  const { sha256: sum } = await addPhoto(visitId, taken);
  const lock = `doorstep-field-draft-${visitId}`;
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lock, () => isHeld);
  const finishing = finishVisit(visitId);
  // Waits until finishing has requested the lock of the draft, and deletes the photo only afterwards.
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name))
    .toContain(lock);
  const removing = removePhoto(visitId, sum);
  release();
  await Promise.all([finishing, removing]);
  const { forServer } = (await (await database()).get('photos', [visitId, sum])) ?? {};
  expect(forServer?.byteLength).toBeGreaterThan(0);
});

// Covers: field-app-22
test('rejects a photo of a finished visit, and leaves nothing', async () => {
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  await finishVisit(visitId);
  const taken = { picture: await picture(320, 240), source: 'viewfinder', shows: 'door' } as const;
  await expect(addPhoto(visitId, taken)).rejects.toThrow('finished already');
  expect(await (await database()).count('photos')).toBe(0);
});
