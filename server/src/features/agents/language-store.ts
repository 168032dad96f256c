import type { Language } from '@doorstep/contract/languages';
import type { Db } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';

export function lockLanguage(db: Db, agentId: number) {
  return db
    .selectFrom('users')
    .select(['language', 'language_chosen_at'])
    .where('id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Leaves `updated_at` unchanged, because an admin's open form, which doesn't show the language, would
 * become outdated.
 */
export async function storeLanguage(
  db: Db,
  agentId: number,
  language: Language,
  chosenAt: Date,
): Promise<void> {
  await updateRow(db, 'users', agentId, { language, language_chosen_at: chosenAt });
}
