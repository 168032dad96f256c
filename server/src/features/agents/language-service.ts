import type { Language } from '@doorstep/contract/languages';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Database } from '../../db/schema.ts';
import { lockLanguage, storeLanguage } from './language-store.ts';

/** Sets the language of an agent's app, unless a later choice is stored. Returns the stored language. */
export function changeLanguageOf(
  db: Kysely<Database>,
  actor: Actor,
  agentId: number,
  { language, chosen_at }: { language: Language; chosen_at: string },
): Promise<Language> {
  // Replaces a time in the future by now. Otherwise, a choice from a phone with a fast clock would win
  // against every later choice.
  const chosenAt = new Date(Math.min(Date.parse(chosen_at), Date.now()));
  return db.transaction().execute(async (trx) => {
    const before = await lockLanguage(trx, agentId);
    const isOlder = before.language_chosen_at && chosenAt <= new Date(before.language_chosen_at);
    if (before.language && isOlder) return before.language;
    await storeLanguage(trx, agentId, language, chosenAt);
    if (before.language === language) return language;
    await recordAudit(trx, actor, 'user.change_language', agentId, {
      before: { language: before.language },
      after: { language },
    });
    return language;
  });
}
