import { readdir, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { hashPhoto, type PhotoHashes } from '../../../storage/photos/hash-photo.ts';
import { thresholdTable } from '../thresholds.ts';
import { leastTexture } from './photo-look-up-store.ts';

// Twelve photographs, each cut in eight: what 62 of them give stands in bench/README.md.
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

const crop = (bytes: Buffer, share: number) => {
  const [w, h] = [Math.round(width * (1 - share)), Math.round(height * (1 - share))];
  const at = { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2) };
  return sharp(bytes).extract({ ...at, width: w, height: h });
};
const again = async (photo: Sharp, quality: number) =>
  sharp(await photo.jpeg({ quality }).toBuffer());

test.each<[string, number, (bytes: Buffer) => Sharp | Promise<Sharp>]>([
  ['packed again', 0.9, (bytes) => again(sharp(bytes), 40)],
  ['half as wide', 0.9, (bytes) => again(sharp(bytes).resize(width / 2), 30)],
  ['brighter', 0.8, (bytes) => sharp(bytes).modulate({ brightness: 1.25 })],
  ['cropped by 2 % of each edge', 0.85, (bytes) => crop(bytes, 0.02)],
])('a real picture %s is recognised in at least %d of all cases', async (_, least, change) => {
  let recognised = 0;
  for (const { bytes, hashes } of pictures) {
    if (areAlike(hashes, await hashed(await change(bytes)))) recognised++;
  }
  expect(pictures.length).toBeGreaterThan(80);
  expect(recognised / pictures.length).toBeGreaterThanOrEqual(least);
});

test('no two different pictures are taken for alike', () => {
  const alike = pictures.flatMap((one, index) =>
    pictures.slice(index + 1).filter((other) => areAlike(one.hashes, other.hashes)),
  );
  expect(alike).toEqual([]);
});
