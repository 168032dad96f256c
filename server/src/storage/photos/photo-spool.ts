import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepAbandoned } from '../blobs/sweep-abandoned.ts';

/** A photo in a file. Its bytes are in memory only while they are processed. */
export interface SpooledPhoto {
  sha256: string;
  read(): Promise<Uint8Array>;
}

/**
 * Writes a stream to a file and passes it to `use`. A stream of more than `limit` bytes is read to its end
 * but not stored, and `use` gets undefined.
 */
export interface PhotoSpool {
  <T>(
    stream: AsyncIterable<Uint8Array>,
    limit: number,
    use: (photo: SpooledPhoto | undefined) => Promise<T>,
  ): Promise<T>;
  sweep(): void;
}

export function openPhotoSpool(folder: string): PhotoSpool {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepAbandoned(folder);
  const spool = async <T>(
    stream: AsyncIterable<Uint8Array>,
    limit: number,
    use: (photo: SpooledPhoto | undefined) => Promise<T>,
  ): Promise<T> => {
    const path = join(folder, randomUUID());
    try {
      const sha256 = await writeWithin(path, stream, limit);
      return await use(sha256 === undefined ? undefined : { sha256, read: () => readFile(path) });
    } finally {
      await rm(path, { force: true });
    }
  };
  return Object.assign(spool, { sweep: () => sweepAbandoned(folder) });
}

async function writeWithin(path: string, stream: AsyncIterable<Uint8Array>, limit: number) {
  const hash = createHash('sha256');
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
  };
  const file = await open(path, 'wx', 0o600).catch(fail);
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      // Continues reading even if the disk is full, because a sender in the middle of the body would not
      // see the answer.
      if (size > limit || failure) continue;
      hash.update(chunk);
      await file?.writeFile(chunk).catch(fail);
    }
  } finally {
    await file?.close();
  }
  if (failure) throw failure;
  return size <= limit ? hash.digest('hex') : undefined;
}
