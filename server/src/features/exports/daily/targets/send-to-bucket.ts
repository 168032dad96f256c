import type { Target } from '@doorstep/contract/exports/daily';
import type { Provider } from '../../../../platform/platform.ts';
import { BlobExists } from '../../../../storage/blobs/blob-store.ts';
import { s3BlobStore } from '../../../../storage/blobs/s3-blob-store.ts';
import type { NamedFile } from './send-file.ts';

/** Stores a file in a bucket. An object appears completely or not at all. */
export async function sendToBucket(
  s3: Provider['delivery']['s3'],
  { bucket, folder }: Extract<Target, { kind: 'bucket' }>,
  { name, bytes }: NamedFile,
): Promise<void> {
  const store = s3BlobStore({ ...s3, bucket, prefix: `${folder}/` }, { deadline: 60_000 });
  try {
    await store.put(name, bytes);
  } catch (error) {
    if (!(error instanceof BlobExists)) throw error;
    // From a try that was not recorded, with older rows.
    await store.delete(name);
    await store.put(name, bytes);
  }
}
