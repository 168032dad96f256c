import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import { localBlobStore } from '../storage/blobs/local-blob-store.ts';

/** Opens the photo store. Tests a bucket by writing, reading and deleting an object. */
export async function openPhotoStore(config: Config): Promise<BlobStore> {
  if (config.s3 === undefined) return openLocalPhotos(config);
  const { bucket, endpoint = 'Amazon S3' } = config.s3;
  // Loads the SDK only when it is needed, because it is large.
  const { s3BlobStore } = await import('../storage/blobs/s3-blob-store.ts');
  const store = s3BlobStore(config.s3);
  const key = `check/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from('Doorstep can write here.'));
    await store.get(key);
    await store.delete(key);
  } catch (error) {
    const { cause = error } = error as Error;
    throw new CannotStart(
      `Photos can't be stored in the bucket ${bucket} at ${endpoint}: ${cause instanceof Error ? `${cause.name} ${cause.message}`.trim() : 'unknown'}. Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
      { cause },
    );
  }
  return store;
}

export function openLocalPhotos({ dataDir }: Config): BlobStore {
  return localBlobStore(join(dataDir, 'photos'));
}
