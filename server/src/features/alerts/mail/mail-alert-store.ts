import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export function findMailAlert(db: Db, userId: number) {
  return db
    .selectFrom('mail_alerts')
    .select(['address', 'attempted_at', 'sent_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Leaves `attempted_at` unchanged, so that the limit of one e-mail an hour also applies to a user who
 * changes the address.
 */
export async function saveMailAlert(db: Db, userId: number, address: string): Promise<void> {
  await db
    .insertInto('mail_alerts')
    .values({ user_id: userId, address })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ address, listed: [] }))
    .execute();
}

export async function deleteMailAlert(db: Db, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mail_alerts')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

const isDue = sql<boolean>`(m.attempted_at is null or m.attempted_at < now() - interval '1 hour')
  and m.user_id in (select id from users where is_active and is_admin and deleted_at is null)`;

export function listDueMailAlerts(db: Db) {
  return db
    .selectFrom('mail_alerts as m')
    .select(['m.user_id', 'm.listed'])
    .where(isDue)
    .orderBy(sql`m.attempted_at nulls first`)
    .orderBy('m.user_id')
    .execute();
}

/**
 * Records an attempt to send an e-mail, before the e-mail is sent. Returns undefined if no e-mail is due any
 * more, for example because another process has recorded its own attempt to send.
 */
export function claimMailAlert(db: Db, userId: number) {
  return db
    .updateTable('mail_alerts as m')
    .set({ attempted_at: sql`now()` })
    .where('m.user_id', '=', userId)
    .where(isDue)
    .returning('m.address')
    .executeTakeFirst();
}

export async function markMailSent(db: Db, userId: number, listed: string[]): Promise<void> {
  await db
    .updateTable('mail_alerts')
    .set({ sent_at: sql`greatest(now(), attempted_at)`, listed })
    .where('user_id', '=', userId)
    .execute();
}
