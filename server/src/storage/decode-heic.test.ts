import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decodeHeic } from './decode-heic.ts';

const bytes = await readFile(new URL('../../fixtures/photos/shopfront.heic', import.meta.url));

test('decodes two at once, each to its own pixels', async () => {
  const [one, other] = await Promise.all([decodeHeic(bytes, 5e6), decodeHeic(bytes, 5e6)]);
  expect(one).toMatchObject({ width: 1200, height: 900 });
  expect(one.data.length).toBe(1200 * 900 * 4);
  expect(one.data).toEqual(other.data);
});

test('throws for too many pixels and for damage, and still decodes the next', async () => {
  await expect(decodeHeic(bytes, 1_000_000)).rejects.toThrow('Too many pixels');
  await expect(decodeHeic(bytes.subarray(0, 2000), 5e6)).rejects.toThrow();
  await expect(decodeHeic(new Uint8Array(100), 5e6)).rejects.toThrow();
  await expect(decodeHeic(bytes, 5e6)).resolves.toMatchObject({ width: 1200 });
});
