import type { Db } from '../../db/connection.ts';

/** Whose work a photo belongs to: that of a verification, or of a visit that became none. */
export function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('photos as p')
    .leftJoin('verifications as v', 'v.id', 'p.verification_id')
    .leftJoin('visits as n', 'n.id', 'p.visit_id')
    .select((eb) => [eb.fn.coalesce('v.agent_id', 'n.agent_id').as('agent_id'), 'p.sha256'])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

export function findIdentityImage(db: Db, id: string) {
  return db.selectFrom('identity_images').select('kind').where('id', '=', id).executeTakeFirst();
}
