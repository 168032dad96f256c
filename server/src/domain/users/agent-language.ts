import type { Language } from '@doorstep/contract/languages';
import type { Db } from '../../db/connection.ts';

/** Returns the language that an agent chose for the app; null if the agent chose none. */
export async function readLanguage(db: Db, agentId: number): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', agentId)
    .executeTakeFirst();
  return row?.language ?? null;
}
