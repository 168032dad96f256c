import type { Db } from '../../db/connection.ts';

export async function forgetContacts(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mail_alerts').where('user_id', '=', userId).execute();
  await db.deleteFrom('exports').where('requested_by', '=', userId).execute();
  await db.deleteFrom('practice_answers').where('user_id', '=', userId).execute();
  await db.deleteFrom('saved_views').where('user_id', '=', userId).execute();
  await db.deleteFrom('push_subscriptions').where('agent_id', '=', userId).execute();
}
