import { blobName } from './copy-blobs-out.ts';
import { readIndex } from './place/blob-index.ts';
import { backupId, deleteManifest, listBackups, readManifest } from './place/manifest.ts';
import type { Vault } from './place/vault.ts';

const day = 24 * 3_600_000;

/**
 * Deletes the manifests and tables of all complete backups but the newest `keep`. Other data that no complete
 * backup needs is deleted when it is a day old, because it may belong to a backup in progress.
 */
export async function pruneBackups(
  vault: Vault,
  keep: number,
  now = new Date(),
): Promise<{ backups: number; files: number }> {
  const ids = await listBackups(vault);
  const [gone, kept] = [ids.slice(0, -keep), ids.slice(-keep)];
  // Deletes the manifests first, so that a half-deleted backup never counts as complete.
  for (const id of gone) await deleteManifest(vault, id);

  const yesterday = new Date(now.getTime() - day);
  let files = 0;
  for await (const { key } of vault.store.list('tables/')) {
    const id = key.split('/')[1] ?? '';
    if (kept.includes(id) || (id > backupId(yesterday) && !gone.includes(id))) continue;
    await vault.store.delete(key);
    files += 1;
  }
  const needed = new Set<string>();
  for (const id of kept) {
    for await (const { sha256 } of readIndex(vault, await readManifest(vault, id))) {
      needed.add(blobName(vault, sha256));
    }
  }
  for await (const { key, writtenAt } of vault.store.list('blobs/')) {
    if (needed.has(key) || writtenAt > yesterday) continue;
    await vault.store.delete(key);
    files += 1;
  }
  return { backups: gone.length, files };
}
