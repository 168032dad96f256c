import type { Db } from '../../db/connection.ts';

interface HashedPhoto {
  id: string;
  hashes: { dhash: string; phash: string; texture: number };
}

export async function addPhotoHashes(
  db: Db,
  agentId: number,
  photos: readonly HashedPhoto[],
  storedAt?: Date,
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto('photo_hashes')
    .values(
      photos.map(({ id, hashes }) => ({
        photo_id: id,
        agent_id: agentId,
        stored_at: storedAt,
        ...hashes,
      })),
    )
    .execute();
}
