import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../../storage/blobs/blob-store.ts';
import { findBlob } from '../../storage/blobs/find-blob.ts';
import { type BlobInBackup, linesOf, readIndex } from './place/blob-index.ts';
import { BackupDamaged } from './place/damaged.ts';
import type { Manifest } from './place/manifest.ts';
import { putPiece, sha256, type Vault } from './place/vault.ts';

export interface CopiedBlobs {
  count: number;
  /** The number of files that this backup copied, because the place did not have them. */
  copied: number;
  copiedBytes: number;
  missing: KeyList;
  /** The originals and reports whose bytes have changed. They are copied as they are. */
  damaged: KeyList;
}

/** `first` contains only the first 20 keys, because all keys are missing if a photo store is lost. */
interface KeyList {
  count: number;
  first: string[];
}

const mostListed = 20;

function add(list: KeyList, key: string): void {
  list.count += 1;
  if (list.first.length < mostListed) list.first.push(key);
}

export const blobName = ({ encryption }: Vault, hash: string): string => {
  const name = encryption.nameOf(hash);
  return `blobs/${name.slice(0, 2)}/${name}`;
};

const atATime = 16;

interface Copied {
  key: string;
  /** Undefined if the file is missing. */
  sha256?: string;
  fault?: 'missing' | 'damaged';
}

/**
 * Copies files that the backup place doesn't have yet. `named` is a text file: each line has a key, and the
 * SHA-256 if the database has it. Yields the files that the place has afterwards, in the order of the lines.
 */
export async function* copyBlobsOut(
  photos: BlobStore,
  vault: Vault,
  named: string,
  previous: Manifest | undefined,
  done: CopiedBlobs,
): AsyncGenerator<BlobInBackup> {
  const there = new Set<string>();
  for await (const { key } of vault.store.list('blobs/')) there.add(key);
  const known = followIndex(vault, previous);

  async function copyOne(line: string): Promise<Copied> {
    const [key = '', recorded] = line.split('\t');
    // If the database has no hash, uses the last backup's hash instead of reading the file. The bytes of a
    // key stay the same, except that a damaged report size is made again.
    const expected = recorded || (await known(key));
    if (expected && there.has(blobName(vault, expected))) return { key, sha256: expected };
    const bytes = await find(photos, key);
    if (!bytes) {
      // Other files may be missing, because not every picture has all sizes. The originals of identity images
      // have no recorded hash.
      return { key, ...((recorded || key.endsWith('/original')) && { fault: 'missing' }) };
    }
    const hash = sha256(bytes);
    const name = blobName(vault, hash);
    if (!there.has(name)) {
      there.add(name);
      done.copied += 1;
      done.copiedBytes += bytes.length;
      await putPiece(vault, name, bytes);
    }
    return { key, sha256: hash, ...(recorded && recorded !== hash && { fault: 'damaged' }) };
  }

  for await (const lines of inGroups(linesOf(createReadStream(named)))) {
    // Starts the lines in the order of their keys, because `known` needs ascending keys.
    for (const { key, sha256: hash, fault } of await Promise.all(lines.map(copyOne))) {
      if (fault) add(done[fault], key);
      if (hash === undefined) continue;
      done.count += 1;
      yield { key, sha256: hash };
    }
  }
}

async function* inGroups(lines: AsyncIterable<string>) {
  let group: string[] = [];
  for await (const line of lines) {
    group.push(line);
    if (group.length < atATime) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Reads a file. Tries the report size of a photo twice: the size is missing for a moment while it is made
 * again from the original.
 */
async function find(photos: BlobStore, key: string): Promise<Uint8Array | undefined> {
  const found = await findBlob(photos, key);
  const original = key.replace(/\/report$/, '/original');
  if (found || original === key || !(await photos.exists(original))) return found;
  await sleep(500);
  return findBlob(photos, key);
}

/** Returns a function that finds a key's hash in an index. Keys must be requested in ascending order. */
function followIndex(vault: Vault, manifest: Manifest | undefined) {
  const entries = manifest && readIndex(vault, manifest);
  let at: BlobInBackup | undefined;
  let isOver = entries === undefined;
  const advance = async () => {
    try {
      const step = await entries?.next();
      at = step?.value || undefined;
    } catch (error) {
      // The last backup's index only avoids reading files again. If it is damaged, this backup continues
      // without it.
      if (!(error instanceof BackupDamaged)) throw error;
      at = undefined;
    }
    isOver = at === undefined;
  };
  let turn: Promise<string | undefined> = Promise.resolve(undefined);
  return (key: string): Promise<string | undefined> => {
    turn = turn.then(async () => {
      while (!isOver && (at === undefined || at.key < key)) await advance();
      return at?.key === key ? at.sha256 : undefined;
    });
    return turn;
  };
}
