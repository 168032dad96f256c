import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { hashPhoto } from './hash-photo.ts';
import { preparePhoto } from './prepare-photo.ts';

const open = async (name: string) =>
  sharp(await readFile(new URL(`../../../fixtures/photos/${name}`, import.meta.url))).autoOrient();
const thumbnail = (photo: Sharp) => photo.resize(320, 320, { fit: 'inside' }).jpeg().toBuffer();
const hashed = async (photo: Sharp) => hashPhoto(await thumbnail(photo));

const apart = (one: string, other: string) =>
  [...one].filter((bit, index) => bit !== other[index]).length;

test('hashing a photo with its sizes gives the same result as hashing its thumbnail later', async () => {
  const bytes = await readFile(new URL('../../../fixtures/photos/house.jpg', import.meta.url));
  const { hashes, sizes } = await preparePhoto(bytes, { timeZone: 'Asia/Kolkata' });
  expect(hashes.dhash).toMatch(/^[01]{64}$/);
  expect(hashes.phash).toMatch(/^[01]{64}$/);
  expect(await hashPhoto(sizes.thumbnail)).toEqual(hashes);
});

test('the hashes of a picture stay similar when it is recompressed, scaled down or brightened; those of another picture differ', async () => {
  const house = await hashed(await open('house.jpg'));
  const changed = [
    sharp(await (await open('house.jpg')).resize(1280).jpeg({ quality: 40 }).toBuffer()),
    (await open('house.jpg')).modulate({ brightness: 1.2 }),
    (await open('house.jpg')).extract({ left: 30, top: 20, width: 2340, height: 1760 }),
  ];
  for (const photo of changed) {
    const { dhash, phash } = await hashed(photo);
    expect(apart(dhash, house.dhash)).toBeLessThanOrEqual(6);
    expect(apart(phash, house.phash)).toBeLessThanOrEqual(8);
  }
  for (const name of ['gate.jpg', 'office.webp', 'document.png']) {
    const other = await hashed(await open(name));
    expect(apart(other.dhash, house.dhash)).toBeGreaterThan(12);
    expect(apart(other.phash, house.phash)).toBeGreaterThan(12);
  }
});

test('a wall and a dark photo have no texture, a house has', async () => {
  const size = { width: 640, height: 480, channels: 3 as const };
  const wall = sharp({ create: { ...size, background: '#d0d0c8' } });
  const noise = { type: 'gaussian' as const, mean: 20, sigma: 8 };
  const dark = sharp({ create: { ...size, background: '#000', noise } });
  expect((await hashed(wall)).texture).toBeLessThan(0.5);
  expect((await hashed(dark)).texture).toBeLessThan(1);
  expect((await hashed(await open('house.jpg'))).texture).toBeGreaterThan(4);
});
