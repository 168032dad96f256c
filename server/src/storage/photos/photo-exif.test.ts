import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { expect, test } from 'vitest';
import { readPhotoOrigin } from './photo-exif.ts';

const nothing = { takenAt: null, latitude: null, longitude: null };

async function exifOf(tags: Exif): Promise<Uint8Array> {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
    .jpeg()
    .withExif(tags)
    .toBuffer();
  return (await sharp(bytes).metadata()).exif as Uint8Array;
}

const taken = (DateTimeOriginal: string, OffsetTimeOriginal?: string) => ({
  IFD2: { DateTimeOriginal, ...(OffsetTimeOriginal && { OffsetTimeOriginal }) },
});
const morning = '2026:03:05 10:30:00';

test.each([
  ['its own offset', taken(morning, '+05:30'), '2026-03-05T10:30:00+05:30'],
  ['another offset', taken(morning, '-03:00'), '2026-03-05T10:30:00-03:00'],
  ['no offset', taken(morning), '2026-03-05T10:30:00+01:00'],
  ['no offset, in summer', taken('2026:07:05 10:30:00'), '2026-07-05T10:30:00+02:00'],
  ['a blank offset', taken(morning, '   :  '), '2026-03-05T10:30:00+01:00'],
  ['a clock never set', taken('0000:00:00 00:00:00'), null],
  ['a day that is none', taken('2026:02:31 10:30:00'), null],
  ['words', taken('this morning'), null],
])('reads the time with %s', async (_, tags, takenAt) => {
  const origin = await readPhotoOrigin(await exifOf(tags), 'Europe/Berlin');
  expect(origin).toEqual({ ...nothing, takenAt });
});

const place = (latitude: string, longitude: string, south = 'N', west = 'E') => ({
  IFD3: {
    GPSLatitudeRef: south,
    GPSLatitude: latitude,
    GPSLongitudeRef: west,
    GPSLongitude: longitude,
  },
});

test('reads the place in every quarter of the world', async () => {
  const exif = await exifOf(place('33/1 51/1 3120/100', '70/1 40/1 0/1', 'S', 'W'));
  const { latitude, longitude } = await readPhotoOrigin(exif, 'Asia/Kolkata');
  expect(latitude).toBeCloseTo(-33.858667, 6);
  expect(longitude).toBeCloseTo(-70.666667, 6);
});

test.each([
  ['zeros, which cameras write without a fix', place('0/1 0/1 0/1', '0/1 0/1 0/1')],
  ['division by zero', place('19/0 0/0 0/0', '72/0 0/0 0/0')],
  ['a latitude beyond the pole', place('123/1 0/1 0/1', '72/1 0/1 0/1')],
  ['one coordinate alone', { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 0/1 0/1' } }],
])('finds no place in %s', async (_, tags) => {
  expect(await readPhotoOrigin(await exifOf(tags), 'Asia/Kolkata')).toEqual(nothing);
});

test('a missing or invalid EXIF block gives no time or place', async () => {
  expect(await readPhotoOrigin(undefined, 'Asia/Kolkata')).toEqual(nothing);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect(await readPhotoOrigin(bytes, 'Asia/Kolkata')).toEqual(nothing);
    }),
  );
});

test('a damaged block never throws and never gives an impossible place', async () => {
  const sound = await exifOf({ ...place('19/1 4/1 33/1', '72/1 52/1 1/1'), ...taken(morning) });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: sound.length - 1 }), fc.nat({ max: 255 }), async (at, value) => {
      const damaged = Uint8Array.from(sound);
      damaged[at] = value;
      const { latitude, longitude, takenAt } = await readPhotoOrigin(damaged, 'Asia/Kolkata');
      expect(Math.abs(latitude ?? 0)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude ?? 0)).toBeLessThanOrEqual(180);
      expect(Number.isNaN(Date.parse(takenAt ?? '2026-01-01'))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

// Covers: threat-41
test('reads no more of a block than a camera writes', async () => {
  const exif = await exifOf(taken(morning));
  // Moves the text of the time behind megabytes of other bytes.
  const moved = Buffer.concat([exif, Buffer.alloc(9_000_000), exif]);
  const text = moved.lastIndexOf(morning);
  const pointer = Buffer.alloc(4);
  const start = moved.indexOf('Exif') === 0 ? 6 : 0;
  pointer.writeUInt32LE(moved.indexOf(morning) - start);
  const at = moved.indexOf(pointer);
  moved.writeUInt32LE(text - start, at);
  expect((await readPhotoOrigin(exif, 'Asia/Kolkata')).takenAt).toBe('2026-03-05T10:30:00+05:30');
  expect(await readPhotoOrigin(moved, 'Asia/Kolkata')).toEqual(nothing);
});
