import type { Language } from '@doorstep/contract/languages';
import type { Db } from '../../db/connection.ts';

export async function readLanguage(db: Db, agentId: number): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', agentId)
    .executeTakeFirst();
  return row?.language ?? null;
}
