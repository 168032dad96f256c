import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepAbandoned } from '../blobs/sweep-abandoned.ts';

/** A photo as it was sent, in a file: its bytes are in memory only while they are worked on. */
export interface SpooledPhoto {
  /** In hex. */
  sha256: string;
  read(): Promise<Uint8Array>;
}

/** Lets `use` have what a stream brings, or nothing if that is more than `limit` bytes; the stream is read to its end. */
export interface PhotoSpool {
  <T>(
    stream: AsyncIterable<Uint8Array>,
    limit: number,
    use: (photo: SpooledPhoto | undefined) => Promise<T>,
  ): Promise<T>;
  /** Removes what nobody writes to any more. */
  sweep(): void;
}

/** A spool in its own folder, which is created and cleared of what a killed server left. */
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
      // Read on after a full disk too: a sender in the middle of it would not see the answer.
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
