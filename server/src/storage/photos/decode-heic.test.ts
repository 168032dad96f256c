import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decodeHeic as decode } from './decode-heic.ts';

const bytes = await readFile(new URL('../../../fixtures/photos/shopfront.heic', import.meta.url));

const decodeHeic = (photo: Uint8Array, maxPixels: number, edge = 1600) =>
  decode({ bytes: photo, maxPixels, edge });

test('decodes two photos at the same time without mixing them up', async () => {
  const [one, other] = await Promise.all([decodeHeic(bytes, 5e6), decodeHeic(bytes, 5e6)]);
  expect(one).toMatchObject({ width: 1200, height: 900 });
  expect(one.data.length).toBe(1200 * 900 * 4);
  expect(one.data).toEqual(other.data);
});

test('returns no more pixels than requested', async () => {
  const { width, height, data } = await decodeHeic(bytes, 5e6, 400);
  expect([width, height, data.length]).toEqual([400, 300, 400 * 300 * 4]);
});

// Covers: fault-48
test('throws for too many pixels and for damage, and still decodes the next photo', async () => {
  await expect(decodeHeic(bytes, 1_000_000)).rejects.toThrow('Too many pixels');
  await expect(decodeHeic(bytes.subarray(0, 2000), 5e6)).rejects.toThrow();
  await expect(decodeHeic(new Uint8Array(100), 5e6)).rejects.toThrow();
  await expect(decodeHeic(bytes, 5e6)).resolves.toMatchObject({ width: 1200 });
});
