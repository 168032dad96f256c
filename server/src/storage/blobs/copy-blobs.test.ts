import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { startS3Server } from '../../testing/services/s3-server.ts';
import { BlobDamaged, BlobMissing, type BlobStore } from './blob-store.ts';
import { copyBlobs, deleteCopied } from './copy-blobs.ts';
import { localBlobStore } from './local-blob-store.ts';
import { s3BlobStore } from './s3-blob-store.ts';

async function openBoth() {
  const local = localBlobStore(await temporaryFolder());
  const { settings, stop } = await startS3Server();
  onTestFinished(stop);
  return { local, bucket: s3BlobStore(settings, { pageSize: 2 }) };
}

const keys = ['photos/1/original', 'photos/1/screen', 'identity/2/original', 'identity/2/report'];
const fill = async (store: BlobStore) => {
  for (const key of keys) await store.put(key, Buffer.from(`bytes of ${key}`));
};
const textOf = async (store: BlobStore, key: string) =>
  Buffer.from(await store.get(key)).toString();
const quietly = () => {};

test('photos are copied into the bucket and back, and only then deleted from the old store', async () => {
  const { local, bucket } = await openBoth();
  await fill(local);
  expect(await copyBlobs(local, bucket, quietly)).toEqual({ copied: 4, there: 0, damaged: [] });
  for (const key of keys) expect(await textOf(bucket, key)).toBe(`bytes of ${key}`);
  expect(await local.exists('photos/1/original')).toBe(true);

  expect(await deleteCopied(local, bucket)).toBe(4);
  expect(await local.exists('photos/1/original')).toBe(false);
  expect(await copyBlobs(bucket, local, quietly)).toEqual({ copied: 4, there: 0, damaged: [] });
  for (const key of keys) expect(await textOf(local, key)).toBe(`bytes of ${key}`);
});

test('an interrupted run continues where it stopped', async () => {
  const { local, bucket } = await openBoth();
  await fill(local);
  const { put } = bucket;
  let left = 2;
  bucket.put = (key, bytes) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('cut off')) : put(key, bytes);
  };
  await expect(copyBlobs(local, bucket, quietly)).rejects.toThrow('cut off');
  bucket.put = put;
  expect(await copyBlobs(local, bucket, quietly)).toEqual({ copied: 2, there: 2, damaged: [] });
});

test('a deleted blob is skipped, a damaged one is reported, and another error stops the run', async () => {
  const { local, bucket } = await openBoth();
  await fill(local);
  const errors: Record<string, Error> = {
    'photos/1/original': new BlobMissing(''),
    'photos/1/screen': new BlobDamaged(''),
  };
  const get: BlobStore['get'] = async (key) => {
    if (errors[key]) throw errors[key];
    return local.get(key);
  };
  const copied = await copyBlobs({ ...local, get }, bucket, quietly);
  expect(copied).toEqual({ copied: 2, there: 0, damaged: ['photos/1/screen'] });
  // Only the two blobs that have a copy are deleted.
  expect(await deleteCopied(local, bucket)).toBe(2);
  expect(await local.exists('photos/1/original')).toBe(true);
  errors['photos/1/original'] = new Error('cut off');
  await expect(copyBlobs({ ...local, get }, bucket, quietly)).rejects.toThrow('cut off');
});

test('a differing copy is reported and its source never deleted', async () => {
  const { local, bucket } = await openBoth();
  await fill(local);
  await bucket.put('photos/1/screen', Buffer.from('something else'));
  const { copied, damaged } = await copyBlobs(local, bucket, quietly);
  expect([copied, damaged]).toEqual([3, ['photos/1/screen']]);
  expect(await deleteCopied(local, bucket)).toBe(3);
  expect(await textOf(local, 'photos/1/screen')).toBe('bytes of photos/1/screen');
});
