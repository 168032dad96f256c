import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBlobs } from '../../testing/services/backup-place.ts';
import { startS3Server } from '../../testing/services/s3-server.ts';
import { BlobExists, BlobKeyInvalid, BlobMissing, type BlobStore } from './blob-store.ts';
import { localBlobStore } from './local-blob-store.ts';
import { s3BlobStore } from './s3-blob-store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function openLocal() {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  return { store: localBlobStore(folder), close: () => rm(folder, { recursive: true }) };
}

async function openS3() {
  const { settings, stop } = await startS3Server();
  return { store: s3BlobStore(settings, { pageSize: 2 }), close: stop };
}

const wrongPaths = ['', '/etc/passwd', '../secret', 'photos/../../secret', 'photos/..'];
const wrongNames = ['photos//1', 'photos/1/', 'photos/.hidden', 'a..b', 'Photos/1'];
const wrongCharacters = ['photos\\1', 'photos/1\0.jpg', 'photos/1\n', 'photos+1'];

describe.each([
  ['a local folder', openLocal],
  ['a bucket', openS3],
])('in %s', (place, open) => {
  let store: BlobStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());

  test('stored bytes are read back unchanged, and are gone when deleted', async () => {
    const all = Uint8Array.from({ length: 300_000 }, (_byte, at) => (at * 7) % 256);
    await store.put('one/original', all);
    await store.put('one/empty', new Uint8Array());
    expect(Buffer.from(all).equals(await store.get('one/original'))).toBe(true);
    expect((await store.get('one/empty')).length).toBe(0);
    expect(await store.exists('one/original')).toBe(true);

    await store.delete('one/original');
    await store.delete('one/original');
    expect(await store.exists('one/original')).toBe(false);
    await expect(store.get('one/original')).rejects.toThrow(BlobMissing);
    expect(await store.exists('one/empty')).toBe(true);
  });

  test('nothing is overwritten; storing the same bytes again succeeds', async () => {
    await store.put('two/original', bytes('first'));
    await store.put('two/original', bytes('first'));
    await expect(store.put('two/original', bytes('second'))).rejects.toThrow(BlobExists);
    expect(Buffer.from(await store.get('two/original')).toString()).toBe('first');
  });

  test('a list has every key with the prefix, over all its pages', async () => {
    expect(await listBlobs(store, 'three/')).toEqual([]);
    const keys = Array.from({ length: 5 }, (_key, at) => `three/${at}/original`);
    for (const key of [...keys, 'threeless']) await store.put(key, bytes(key));
    const listed = await listBlobs(store, 'three/');
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys);
    for (const { key, bytes: size, writtenAt } of listed) {
      expect(size).toBe(key.length);
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
    }
    expect((await listBlobs(store, '')).length).toBeGreaterThan(5);
  });

  // In a real bucket, a reader also sees either the whole object or none. The test server doesn't ensure
  // this.
  test.runIf(place === 'a local folder')(
    'a reader during a write sees all or nothing',
    async () => {
      const large = new Uint8Array(2_000_000).fill(7);
      let isWriting = true;
      const written = store.put('four', large).finally(() => {
        isWriting = false;
      });
      while (isWriting) {
        const seen = await store.get('four').catch((error: unknown) => {
          expect(error).toBeInstanceOf(BlobMissing);
        });
        if (seen) expect(Buffer.from(large).equals(seen)).toBe(true);
      }
      await written;
    },
  );

  // Covers: threat-21
  test.each([...wrongPaths, ...wrongNames, ...wrongCharacters, 'a'.repeat(201)])(
    'the key %j is rejected',
    async (key) => {
      await expect(store.put(key, bytes('x'))).rejects.toThrow(BlobKeyInvalid);
      await expect((async () => store.get(key))()).rejects.toThrow(BlobKeyInvalid);
      await expect((async () => store.delete(key))()).rejects.toThrow(BlobKeyInvalid);
      await expect((async () => store.exists(key))()).rejects.toThrow(BlobKeyInvalid);
    },
  );
});
