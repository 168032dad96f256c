import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BadSettings, type Config } from '../../../config.ts';
import { CannotStart } from '../../../db/cannot-start.ts';
import type { BlobStore } from '../../../storage/blobs/blob-store.ts';
import { localBlobStore } from '../../../storage/blobs/local-blob-store.ts';

/**
 * Opens the folder or bucket (`s3://bucket/prefix`) that stores backups. If the address of a bucket lacks the
 * endpoint, region or path style, the S3_ settings apply.
 */
export async function openTarget({ s3 }: Pick<Config, 's3'>, address: string): Promise<BlobStore> {
  if (!address.startsWith('s3:')) {
    try {
      return localBlobStore(resolve(address));
    } catch (cause) {
      throw new CannotStart(
        `Backups can't be stored in ${address}: ${cause instanceof Error ? cause.message : 'unknown'}`,
        { cause },
      );
    }
  }
  const parts = /^s3:\/\/([^/?]+)\/([A-Za-z0-9_/-]*[A-Za-z0-9_-])\/?(?:\?(.*))?$/.exec(address);
  if (!parts) throw new BadSettings(`Write a bucket as s3://bucket/prefix, not ${address}`);
  const [, bucket = '', prefix, query] = parts;
  const given = new URLSearchParams(query);
  // Loads the SDK only when it is needed, because it is large.
  const { s3BlobStore } = await import('../../../storage/blobs/s3-blob-store.ts');
  return s3BlobStore(
    {
      bucket,
      prefix: `${prefix}/`,
      endpoint: given.get('endpoint') ?? s3?.endpoint,
      region: given.get('region') ?? s3?.region ?? 'us-east-1',
      forcePathStyle: given.has('path-style')
        ? given.get('path-style') === 'on'
        : (s3?.forcePathStyle ?? false),
    },
    { deadline: 60_000 },
  );
}

export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CannotStart(`Can't read the passphrase file ${file}`);
  });
  const passphrase = text.split('\n', 1)[0]?.trim();
  if (!passphrase) throw new CannotStart(`The passphrase file ${file} is empty`);
  return passphrase;
}
