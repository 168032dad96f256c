import type { NotNull } from 'kysely';
import type { Db } from '../../db/connection.ts';

export function findPhoto(db: Db, id: string) {
  return db
    .selectFrom('photos as p')
    .leftJoin('verifications as v', 'v.id', 'p.verification_id')
    .leftJoin('visits as n', 'n.id', 'p.visit_id')
    .select((eb) => [eb.fn.coalesce('v.agent_id', 'n.agent_id').as('agent_id'), 'p.sha256'])
    .where('p.id', '=', id)
    .unionAll(
      db
        .selectFrom('signatures as s')
        .innerJoin('visits as n', 'n.id', 's.visit_id')
        .select(['n.agent_id', 's.sha256'])
        .where('s.picture_id', '=', id)
        .$narrowType<{ sha256: NotNull }>(),
    )
    .executeTakeFirst();
}

export function findIdentityImage(db: Db, id: string) {
  return db
    .selectFrom('identity_images as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('i.kind')
    .where('i.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}
