import { pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Manifest } from './manifest.ts';
import { readStream, type StoredStream, storeStream, type Vault } from './vault.ts';

export interface BlobInBackup {
  key: string;
  sha256: string;
}

export async function storeIndex(
  vault: Vault,
  id: string,
  blobs: AsyncIterable<BlobInBackup>,
): Promise<StoredStream> {
  async function* lines() {
    for await (const { key, sha256 } of blobs) yield `${key}\t${sha256}\n`;
  }
  const packed = createZstdCompress();
  pipeline(Readable.from(lines()), packed, () => {});
  return storeStream(vault, `tables/${id}/blobs`, packed);
}

export async function* readIndex(vault: Vault, { blobs }: Manifest): AsyncGenerator<BlobInBackup> {
  for await (const line of linesOf(decompress(vault, blobs.index))) {
    const [key = '', sha256 = ''] = line.split('\t');
    yield { key, sha256 };
  }
}

export function decompress(vault: Vault, stored: StoredStream): Readable {
  const unpacked = createZstdDecompress();
  // Ignores the error here, because the reader of the stream gets it.
  pipeline(Readable.from(readStream(vault, stored)), unpacked, () => {});
  return unpacked;
}

export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
