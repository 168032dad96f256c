import type { Db } from '../../db/connection.ts';

/** Whose work a photo belongs to. */
export function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('photos as p')
    .innerJoin('verifications as v', 'v.id', 'p.verification_id')
    .select(['v.agent_id', 'p.sha256'])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

export function findIdentityImage(db: Db, id: string) {
  return db.selectFrom('identity_images').select('kind').where('id', '=', id).executeTakeFirst();
}
