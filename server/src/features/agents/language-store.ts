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
 * Leaves `updated_at` unchanged. Otherwise, an admin's open form would become outdated, although the form
 * doesn't show the language.
 */
export async function storeLanguage(
  db: Db,
  agentId: number,
  language: Language,
  chosenAt: Date,
): Promise<void> {
  await updateRow(db, 'users', agentId, { language, language_chosen_at: chosenAt });
}
