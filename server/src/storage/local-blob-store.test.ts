import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlobKeyInvalid, BlobMissing } from './blob-store.ts';
import { localBlobStore } from './local-blob-store.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
});

afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

test('gives back what was put, replaces it, and forgets what is deleted', async () => {
  const store = localBlobStore(folder);
  await store.put('photos/1/original', bytes('first'));
  await store.put('photos/1/screen.jpg', bytes('other'));
  await store.put('photos/1/original', bytes('second'));

  expect(new Uint8Array(await store.get('photos/1/original'))).toEqual(bytes('second'));
  expect(await store.exists('photos/1/original')).toBe(true);

  await store.delete('photos/1/original');
  await store.delete('photos/1/original');
  expect(await store.exists('photos/1/original')).toBe(false);
  await expect(store.get('photos/1/original')).rejects.toThrow(BlobMissing);
  expect(await store.exists('photos/1/screen.jpg')).toBe(true);
});

test.each([
  '',
  '/etc/passwd',
  '../secret',
  'photos/../../secret',
  'photos/..',
  'photos//1',
  'photos/1/',
  'photos/.hidden',
  'a..b',
  'Photos/1',
  'photos\\1',
  'photos/1\0.jpg',
  'photos/1\n',
  'photos+1',
  'a'.repeat(201),
])('refuses the key %j', async (key) => {
  const store = localBlobStore(folder);
  await expect(store.put(key, bytes('x'))).rejects.toThrow(BlobKeyInvalid);
  await expect(store.get(key)).rejects.toThrow(BlobKeyInvalid);
  await expect(store.delete(key)).rejects.toThrow(BlobKeyInvalid);
  await expect(store.exists(key)).rejects.toThrow(BlobKeyInvalid);
});

test('a reader beside many writers of one key never sees a part', async () => {
  const store = localBlobStore(folder);
  const versions = Array.from({ length: 8 }, (_, n) => new Uint8Array(300_000).fill(n));
  await store.put('k', versions[0] as Uint8Array);

  let writing = true;
  const writers = Promise.all(versions.map((version) => store.put('k', version))).finally(() => {
    writing = false;
  });
  while (writing) {
    const seen = await store.get('k');
    expect(seen.length).toBe(300_000);
    expect(seen.every((byte) => byte === seen[0])).toBe(true);
  }
  await writers;
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test('a failed put leaves neither the key nor a partial file', async () => {
  const store = localBlobStore(folder);
  await store.put('k', bytes('x'));
  const shard = (await readdir(folder)).find((name) => name !== 'incoming') as string;
  await store.delete('k');
  await mkdir(join(folder, shard, 'k'));

  await expect(store.put('k', bytes('y'))).rejects.toThrow();
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('only the owner may read', async () => {
  const store = localBlobStore(join(folder, 'new'));
  await store.put('k', bytes('x'));
  const entries = await readdir(join(folder, 'new'), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
  }
  expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
});

test('opening sweeps what a killed server left, not what another is writing', async () => {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  await writeFile(join(incoming, 'old'), 'x');
  await utimes(join(incoming, 'old'), new Date(0), new Date(0));
  await writeFile(join(incoming, 'young'), 'x');

  localBlobStore(folder);
  expect(await readdir(incoming)).toEqual(['young']);
});
