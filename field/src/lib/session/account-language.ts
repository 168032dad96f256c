import type { Language } from '@doorstep/contract/languages';
import { changeLanguage } from '@doorstep/contract/visits/phone';
import { readLanguage, showLanguage } from '../../words/language.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { sendSoon } from '../sync/queue.ts';
import { readAccountRecord } from './account-record.ts';
import { call, Refusal } from './api.ts';

/** The agent's choice, which is stored until the server has it. */
interface Choice {
  language: Language;
  /** The time of the choice in milliseconds, by the phone's clock. */
  chosenAt: number;
}

const key = 'chosenLanguage';
/** The choice that was made on this page before the sign-in. */
let early: Choice | undefined;

/**
 * Shows a language, and makes it the account's language once there is a network. Rejects if the phone can't
 * load the language's file.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  const choice = { language, chosenAt: Date.now() };
  if (!(await readAccountRecord())) {
    early = choice;
    return;
  }
  await writeMeta(key, choice);
  sendSoon();
}

/**
 * Shows the account's language after a sign-in. An account without a language gets the language that was
 * chosen before the sign-in.
 */
export async function showLanguageOfAccount(language: Language | null | undefined): Promise<void> {
  const choice = early;
  early = undefined;
  if (language) await showAccountLanguage(language);
  else if (choice) await writeMeta(key, choice);
}

/** Does nothing while the agent's own choice has not been sent, because the server's answer is older. */
export async function showAccountLanguage(language: Language | null | undefined): Promise<void> {
  if (!language || language === readLanguage() || (await readMeta(key))) return;
  // If the file of the language can't be loaded, the next request for tasks tries again.
  await showLanguage(language).catch(() => {});
}

export async function sendLanguage(token: string): Promise<void> {
  const choice = await readMeta<Choice>(key);
  if (!choice) return;
  const { offsetMs = 0 } = (await readMeta<{ offsetMs: number }>('clock')) ?? {};
  const chosen_at = new Date(choice.chosenAt - offsetMs).toISOString();
  try {
    await call(changeLanguage, { body: { language: choice.language, chosen_at }, token });
  } catch (error) {
    // A backend may lack this endpoint. The choice then stays only on this phone.
    if (error instanceof Refusal && error.status !== 401) return;
    throw error;
  }
  const trx = (await database()).transaction('meta', 'readwrite');
  const now = (await trx.store.get(key)) as Choice | undefined;
  if (now?.chosenAt === choice.chosenAt) await trx.store.delete(key);
  await trx.done;
}
