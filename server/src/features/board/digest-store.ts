import type { Db } from '../../db/connection.ts';

/**
 * Claims the digest of a day for a session, unless another session of the user has claimed it. Returns
 * whether this session has the digest and the user has not dismissed it.
 */
export async function claimDigest(
  db: Db,
  claim: { user_id: number; session_id: string; day: string },
): Promise<boolean> {
  await db
    .insertInto('digests')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ day: claim.day, session_id: claim.session_id, is_dismissed: false })
        .where('digests.day', '<>', claim.day),
    )
    .execute();
  const own = await db
    .selectFrom('digests')
    .select('user_id')
    .where('user_id', '=', claim.user_id)
    .where('session_id', '=', claim.session_id)
    .where('is_dismissed', '=', false)
    .executeTakeFirst();
  return own !== undefined;
}

export async function dismissDigest(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('digests')
    .set({ is_dismissed: true })
    .where('user_id', '=', userId)
    .execute();
}
