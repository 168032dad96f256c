import { hash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Problem, unavailable } from '../../problems.ts';
import {
  assertBlobKey,
  BlobDamaged,
  BlobExists,
  BlobMissing,
  type BlobStore,
} from './blob-store.ts';

export interface S3Settings {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  /** The start of every key, with a slash at the end. */
  prefix: string;
  forcePathStyle: boolean;
}

/**
 * Returns a store in a bucket. The SDK finds the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,
 * a profile, or the machine's role. `deadline` is the timeout of all requests of one call, in milliseconds.
 * It must be shorter than the timeout of the request that waits for the call.
 */
export function s3BlobStore(
  { bucket, prefix, endpoint, region, forcePathStyle }: S3Settings,
  { deadline = 8_000, pageSize = 1000 } = {},
): BlobStore {
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000 },
    // Many S3-compatible servers reject the SDK's own checksums. Instead, `put` stores a checksum as
    // metadata, and `get` compares it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const address = (key: string) => {
    assertBlobKey(key);
    return { Bucket: bucket, Key: prefix + key };
  };

  const untilDeadline = () => AbortSignal.timeout(deadline);

  async function call<T>(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal = untilDeadline(),
  ): Promise<T> {
    try {
      return await work(signal);
    } catch (error) {
      throw translate(key, error);
    }
  }

  const exists = (key: string, until?: AbortSignal) => {
    const at = address(key);
    const ask = async (abortSignal: AbortSignal) => {
      await client.send(new HeadObjectCommand(at), { abortSignal });
      return true;
    };
    return call(key, ask, until).catch((error: unknown) => {
      if (error instanceof BlobMissing) return false;
      throw error;
    });
  };

  async function get(key: string, until?: AbortSignal): Promise<Buffer> {
    const at = address(key);
    const read = async (signal: AbortSignal) => {
      const answer = await client.send(new GetObjectCommand(at), { abortSignal: signal });
      // Destroys the stream itself, because the SDK ignores the signal once the response headers have
      // arrived.
      const bytes = await buffer(addAbortSignal(signal, answer.Body as Readable));
      const expected = answer.Metadata?.sha256;
      if (
        bytes.length !== answer.ContentLength ||
        (expected && expected !== hash('sha256', bytes))
      ) {
        throw new BlobDamaged(key);
      }
      return bytes;
    };
    return call(key, read, until);
  }

  return {
    async put(key, bytes) {
      const at = address(key);
      const until = untilDeadline();
      // Checks for the key first, because older servers ignore `IfNoneMatch`.
      if (await exists(key, until)) {
        if (!(await get(key, until)).equals(bytes)) throw new BlobExists(key);
        return;
      }
      const command = new PutObjectCommand({
        ...at,
        Body: bytes,
        ContentLength: bytes.length,
        IfNoneMatch: '*',
        Metadata: { sha256: hash('sha256', bytes) },
      });
      await call(key, (abortSignal) => client.send(command, { abortSignal }), until);
    },

    get: (key) => get(key),

    async delete(key) {
      const at = address(key);
      await call(key, (abortSignal) => client.send(new DeleteObjectCommand(at), { abortSignal }));
    },

    exists: (key) => exists(key),

    async *list(start) {
      let last: string | undefined;
      do {
        // Uses version 1 of the list call, because it pages by key and every server supports it.
        const command = new ListObjectsCommand({
          Bucket: bucket,
          Prefix: prefix + start,
          MaxKeys: pageSize,
          Marker: last,
        });
        const page = await call(start, (abortSignal) => client.send(command, { abortSignal }));
        const objects = page.Contents ?? [];
        for (const { Key, Size, LastModified } of objects) {
          if (Key === undefined || LastModified === undefined) continue;
          yield { key: Key.slice(prefix.length), bytes: Size ?? 0, writtenAt: LastModified };
        }
        last = page.IsTruncated ? objects.at(-1)?.Key : undefined;
      } while (last !== undefined);
    },
  };
}

function translate(key: string, error: unknown): Error {
  if (error instanceof BlobDamaged || error instanceof Problem) return error;
  if (error instanceof S3ServiceException) {
    const { httpStatusCode } = error.$metadata;
    if (httpStatusCode === 412) return new BlobExists(key);
    if (httpStatusCode === 404 && error.name !== 'NoSuchBucket') return new BlobMissing(key);
  }
  return unavailable('Photos are briefly unavailable. Please try again.', error);
}
