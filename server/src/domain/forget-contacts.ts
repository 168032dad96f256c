import type { Db } from '../db/connection.ts';

/** Deletes where a user is told about work, when the user is deleted. */
export async function forgetContacts(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mail_alerts').where('user_id', '=', userId).execute();
  await db.deleteFrom('push_subscriptions').where('agent_id', '=', userId).execute();
}
