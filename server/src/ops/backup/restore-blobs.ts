import { CannotStart } from '../../db/cannot-start.ts';
import { BlobExists, type BlobStore } from '../../storage/blobs/blob-store.ts';
import { claimStore, markKey } from '../../storage/blobs/claim-store.ts';
import { blobName } from './copy-blobs-out.ts';
import { type BlobInBackup, readIndex } from './place/blob-index.ts';
import { BackupDamaged } from './place/damaged.ts';
import type { Manifest } from './place/manifest.ts';
import { getPiece, sha256, type Vault } from './place/vault.ts';

const atATime = 16;

export async function restoreBlobs(
  vault: Vault,
  manifest: Manifest,
  photos: BlobStore,
  say: (line: string) => void,
): Promise<number> {
  return eachBlob(
    vault,
    manifest,
    async ({ key }, bytes) => {
      await photos.put(key, bytes).catch(async (error: unknown) => {
        if (!(error instanceof BlobExists)) throw error;
        // Replaces the existing file: it is damaged, or a picture size that was made again. The backup's
        // bytes have the right hash.
        await photos.delete(key);
        await photos.put(key, bytes);
      });
    },
    say,
  );
}

export async function checkBlobs(
  vault: Vault,
  manifest: Manifest,
  say: (line: string) => void,
): Promise<number> {
  return eachBlob(vault, manifest, async () => {}, say);
}

async function eachBlob(
  vault: Vault,
  manifest: Manifest,
  use: (blob: BlobInBackup, bytes: Uint8Array) => Promise<void>,
  say: (line: string) => void,
): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  const under = new Set<Promise<void>>();
  const handle = async (blob: BlobInBackup) => {
    const name = blobName(vault, blob.sha256);
    const bytes = await getPiece(vault, name);
    if (sha256(bytes) !== blob.sha256) throw new BackupDamaged(name);
    await use(blob, bytes);
    count += 1;
    if (count % 10_000 === 0) say(`  ${count} of ${manifest.blobs.count} files`);
  };
  for await (const blob of readIndex(vault, manifest)) {
    if (failures.length > 0) break;
    const work: Promise<void> = handle(blob).then(
      () => void under.delete(work),
      (error: unknown) => {
        under.delete(work);
        failures.push(error);
      },
    );
    under.add(work);
    if (under.size >= atATime) await Promise.race(under);
  }
  await Promise.all(under);
  if (failures.length > 0) throw failures[0];
  if (count !== manifest.blobs.count) throw new BackupDamaged('the list of files');
  return count;
}

/**
 * Claims a photo store for the restored database, because two databases that share a store would delete
 * each other's files.
 */
export async function takeStore(
  photos: BlobStore,
  secret: Uint8Array,
  { replace }: { replace: boolean },
): Promise<void> {
  if (replace) await photos.delete(markKey);
  if (await claimStore(photos, secret)) return;
  throw new CannotStart(
    'The photo store belongs to another database: restore into a new DATA_DIR or S3_PREFIX, or add --replace',
  );
}
