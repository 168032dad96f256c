import { hash } from 'node:crypto';
import { BlobDamaged, BlobMissing, type BlobStore } from '../../../storage/blobs/blob-store.ts';
import { BackupDamaged } from './damaged.ts';
import type { Encryption } from './encryption.ts';

export interface Vault {
  store: BlobStore;
  encryption: Encryption;
}

/** A stream of any length, stored in pieces that fit in memory. */
export interface StoredStream {
  name: string;
  /** The SHA-256 of each stored piece, in hex. */
  pieces: string[];
  bytes: number;
}

const pieceBytes = 8 * 2 ** 20;
const pieceName = (name: string, index: number) => `${name}.${String(index).padStart(5, '0')}`;

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);

export async function putPiece({ store, encryption }: Vault, name: string, bytes: Uint8Array) {
  const encrypted = await encryption.encrypt(bytes);
  await store.put(name, encrypted);
  return encrypted;
}

export async function getPiece({ store, encryption }: Vault, name: string, hash?: string) {
  try {
    const encrypted = await store.get(name);
    if (hash !== undefined && sha256(encrypted) !== hash) throw new BackupDamaged(name);
    return await encryption.decrypt(name, encrypted);
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) {
      throw new BackupDamaged(name, { cause: error });
    }
    throw error;
  }
}

export async function storeStream(
  vault: Vault,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<StoredStream> {
  const stored: StoredStream = { name, pieces: [], bytes: 0 };
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  const flush = async () => {
    const kept = await putPiece(
      vault,
      pieceName(name, stored.pieces.length),
      Buffer.concat(waiting),
    );
    stored.pieces.push(sha256(kept));
    stored.bytes += kept.length;
    [waiting, size] = [[], 0];
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= pieceBytes) await flush();
  }
  if (size > 0) await flush();
  return stored;
}

export async function* readStream(vault: Vault, { name, pieces }: StoredStream) {
  for (const [index, hash] of pieces.entries()) {
    yield await getPiece(vault, pieceName(name, index), hash);
  }
}
