import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { addPhotoHashes } from '../../../domain/evidence/photo-hashes.ts';
import type { BlobStore } from '../../../storage/blobs/blob-store.ts';
import { findBlob } from '../../../storage/blobs/find-blob.ts';
import { hashPhoto } from '../../../storage/photos/hash-photo.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { listUnhashed, lockPhoto } from './hash-missing-store.ts';

const atOnce = 50;

/** Returns the number of hashed photos. Skips a photo whose file is missing or damaged. */
export async function hashMissingPhotos(
  { db, photos }: { db: Kysely<Database>; photos: BlobStore },
  since: Date,
): Promise<number> {
  let made = 0;
  let after: string | null = null;
  for (;;) {
    const batch = await listUnhashed(db, { since, after, atMost: atOnce });
    for (const { id, agent_id, stored_at } of batch) {
      const thumbnail = await findBlob(photos, pictureKey('photo', id, 'thumbnail'));
      if (!thumbnail) continue;
      const hashes = await hashPhoto(thumbnail);
      await db.transaction().execute(async (trx) => {
        // Retention may have deleted the photo in the meantime.
        if (!(await lockPhoto(trx, id))) return;
        await addPhotoHashes(trx, agent_id, [{ id, hashes }], new Date(stored_at));
        made++;
      });
    }
    after = batch.at(-1)?.id ?? null;
    if (after === null) return made;
  }
}
