import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { type Actor, type NewAuditEntry, recordAudits } from './record.ts';

const minutes = 15;

export async function recordAuditOnce(
  db: Kysely<Database>,
  actor: Actor,
  entry: NewAuditEntry,
): Promise<void> {
  const { event, subjectId, after } = entry;
  const [subject = '', action = ''] = event.split('.');
  const what = JSON.stringify(after ?? null);
  await db.transaction().execute(async (trx) => {
    // Takes a lock, because a page requests its pictures in parallel, and the second request must see the
    // row of the first.
    await sql`select pg_advisory_xact_lock(hashtext(${`audit ${actor.id}`}))`.execute(trx);
    const lately = sql<string>`now() - make_interval(mins => ${minutes})`;
    const known = await trx
      .selectFrom('audit')
      .select('id')
      .where('actor_id', '=', actor.id)
      .where('action', '=', action)
      .where('subject', '=', subject)
      .where(sql<boolean>`subject_id is not distinct from ${subjectId}::bigint`)
      .where(sql<boolean>`after is not distinct from nullif(${what}::jsonb, 'null')`)
      .where('at', '>', lately)
      .limit(1)
      .executeTakeFirst();
    if (!known) await recordAudits(trx, actor, [entry]);
  });
}

/**
 * Records that a user opens an identity card or a large portrait, unless the audit already has such a row of
 * the last 15 minutes. Small portraits in lists are not recorded.
 */
export async function recordIdentityView(
  db: Kysely<Database>,
  actor: Actor,
  { kind, id, size }: { kind: string; id: string; size: string },
): Promise<void> {
  if (kind !== 'identity') return;
  const image = await db
    .selectFrom('identity_images')
    .select(['user_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!image || (image.kind === 'profile' && size === 'thumbnail')) return;
  await recordAuditOnce(db, actor, {
    event: 'user.view_identity',
    subjectId: image.user_id,
    after: { image: image.kind },
  });
}
