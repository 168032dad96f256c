import { mkdir, open, realpath, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Secret, Target } from '@doorstep/contract/exports/daily';
import type { Provider } from '../../../../platform/platform.ts';
import { BlobExists } from '../../../../storage/blobs/blob-store.ts';
import { s3BlobStore } from '../../../../storage/blobs/s3-blob-store.ts';
import { sendBySftp } from './send-by-sftp.ts';

export interface NamedFile {
  name: string;
  bytes: Buffer;
}

interface Place {
  target: Target;
  secret: Secret | undefined;
  delivery: Provider['delivery'];
}

/** Stores a complete file, and replaces a file of the same name. */
export function sendFile(
  { target, secret, delivery }: Place,
  file: NamedFile,
  signal: AbortSignal,
): Promise<void> {
  switch (target.kind) {
    case 'folder':
      return sendToFolder(delivery.folder, target.folder, file);
    case 'bucket':
      return sendToBucket(delivery.s3, target, file);
    case 'sftp':
      return sendBySftp(target, secret, file, signal);
  }
}

/** Stores a file below EXPORT_DIR. Throws if a symbolic link leads out of it. */
async function sendToFolder(
  root: string | undefined,
  folder: string,
  { name, bytes }: NamedFile,
): Promise<void> {
  if (root === undefined) throw new Error('This server has no export folder: set EXPORT_DIR.');
  await mkdir(join(root, folder), { recursive: true });
  const [top, place] = await Promise.all([realpath(root), realpath(join(root, folder))]);
  if (!place.startsWith(top + sep)) throw new Error('The folder is outside EXPORT_DIR.');
  const part = join(place, `.${name}.part`);
  const file = await open(part, 'w', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(place, name));
}

/** Needs no temporary name, because an object appears in a bucket completely or not at all. */
async function sendToBucket(
  s3: Provider['delivery']['s3'],
  { bucket, folder }: Extract<Target, { kind: 'bucket' }>,
  { name, bytes }: NamedFile,
): Promise<void> {
  const store = s3BlobStore({ ...s3, bucket, prefix: `${folder}/` }, { deadline: 60_000 });
  try {
    await store.put(name, bytes);
  } catch (error) {
    if (!(error instanceof BlobExists)) throw error;
    // The existing file was sent earlier, but its success was not recorded. It may contain older rows.
    await store.delete(name);
    await store.put(name, bytes);
  }
}
