import { readdir, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { hashPhoto, type PhotoHashes } from '../../../storage/photos/hash-photo.ts';
import { thresholdTable } from '../thresholds.ts';
import { leastTexture } from './photo-look-up-store.ts';

// The folder has twelve photographs, and each is cut into eight parts. docs/evidence/photos.md has the
// result for 62 photographs.
const folder = new URL('../../../../fixtures/real-photos/', import.meta.url);
const [width, height] = [320, 360];

const pictures: { bytes: Buffer; hashes: PhotoHashes }[] = [];
beforeAll(async () => {
  for (const name of (await readdir(folder)).sort()) {
    const photo = await readFile(new URL(name, folder));
    for (let index = 0; index < 8; index++) {
      const at = { left: (index % 4) * width, top: Math.floor(index / 4) * height };
      const part = sharp(photo)
        .resize(1280, 720, { fit: 'cover' })
        .extract({ ...at, width, height });
      const bytes = await part.jpeg({ quality: 92 }).toBuffer();
      const hashes = await hashed(sharp(bytes));
      if (hashes.texture >= leastTexture) pictures.push({ bytes, hashes });
    }
  }
});

const hashed = async (photo: Sharp) =>
  hashPhoto(await photo.resize(320, 320, { fit: 'inside' }).jpeg({ quality: 75 }).toBuffer());
const apart = (one: string, other: string) =>
  [...one].filter((bit, index) => bit !== other[index]).length;
const areAlike = (one: PhotoHashes, other: PhotoHashes) =>
  Math.min(one.texture, other.texture) >= leastTexture &&
  apart(one.dhash, other.dhash) <= thresholdTable.alikeDhash.value &&
  apart(one.phash, other.phash) <= thresholdTable.alikePhash.value;

/**
 * Removes this share of the width and height: from all sides, or with `isCorner` from the right and bottom.
 */
const crop = (bytes: Buffer, share: number, isCorner = false) => {
  const [w, h] = [Math.round(width * (1 - share)), Math.round(height * (1 - share))];
  const [left, top] = isCorner ? [0, 0] : [(width - w) >> 1, (height - h) >> 1];
  return sharp(bytes).extract({ left, top, width: w, height: h });
};
const again = async (photo: Sharp, quality: number) =>
  sharp(await photo.jpeg({ quality }).toBuffer());

// Includes changes that are not recognised, because the documentation lists them.
test.each<[string, number, number, (bytes: Buffer) => Sharp | Promise<Sharp>]>([
  ['packed again, quality 40', 0.9, 1, (bytes) => again(sharp(bytes), 40)],
  ['half as wide, quality 30', 0.9, 1, (bytes) => again(sharp(bytes).resize(width / 2), 30)],
  ['a quarter brighter', 0.8, 1, (bytes) => sharp(bytes).modulate({ brightness: 1.25 })],
  ['a quarter darker', 0.85, 1, (bytes) => sharp(bytes).modulate({ brightness: 0.75 })],
  ['more contrast', 0.8, 1, (bytes) => sharp(bytes).linear(1.3, -38)],
  ['without colour', 0.95, 1, (bytes) => sharp(bytes).greyscale()],
  ['cropped 2 %', 0.85, 1, (bytes) => crop(bytes, 0.02)],
  ['cropped 5 %', 0.45, 0.65, (bytes) => crop(bytes, 0.05)],
  ['cropped 5 %, right and bottom', 0, 0.2, (bytes) => crop(bytes, 0.05, true)],
  ['cropped 10 %', 0, 0.15, (bytes) => crop(bytes, 0.1)],
  ['cropped 15 %', 0, 0.05, (bytes) => crop(bytes, 0.15)],
  ['mirrored', 0, 0, (bytes) => sharp(bytes).flop()],
])('of real pictures %s a share from %d to %d is recognised', async (_, least, most, change) => {
  let recognised = 0;
  for (const { bytes, hashes } of pictures) {
    if (areAlike(hashes, await hashed(await change(bytes)))) recognised++;
  }
  expect(pictures.length).toBeGreaterThan(80);
  expect(recognised / pictures.length).toBeGreaterThanOrEqual(least);
  expect(recognised / pictures.length).toBeLessThanOrEqual(most);
});

test('no two different pictures count as similar', () => {
  const alike = pictures.flatMap((one, index) =>
    pictures.slice(index + 1).filter((other) => areAlike(one.hashes, other.hashes)),
  );
  expect(alike).toEqual([]);
});
