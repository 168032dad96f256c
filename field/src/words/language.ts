import { type Language, languages } from '@doorstep/contract/languages';
import { useSyncExternalStore } from 'react';
import bengali from './bn.json?url&no-inline';
import english from './en.json';
import hindi from './hi.json?url&no-inline';
import marathi from './mr.json?url&no-inline';
import tamil from './ta.json?url&no-inline';
import telugu from './te.json?url&no-inline';

export type Words = Record<keyof typeof english, string>;
/** The translations of the questions, by key, and of the answers, by their stored English text. */
interface FormWords {
  questions: Record<string, string>;
  answers: Record<string, string>;
}
interface Spoken {
  language: Language;
  words: Words;
  /** Null for English, because the forms themselves are in English. */
  form: FormWords | null;
}

/** These files are fetched, not imported. A browser may remember a failed import and never try it again. */
const files = { hi: hindi, mr: marathi, ta: tamil, te: telugu, bn: bengali };

const KEY = 'doorstep-field-language';
const listeners = new Set<() => void>();
const loaded = new Map<Language, Spoken>([['en', { language: 'en', words: english, form: null }]]);
let spoken: Spoken = { language: 'en', words: english, form: null };

const isLanguage = (text: string | null): text is Language => languages.includes(text as Language);

function preferred(): Language {
  const stored = readStored();
  if (isLanguage(stored)) return stored;
  const own = navigator.language.slice(0, 2);
  return isLanguage(own) ? own : 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Must be called before the first render. */
export async function loadLanguage(): Promise<void> {
  await speak(preferred());
}

/**
 * Shows a language, and remembers it on this phone. Rejects if the language's file is not stored and there is
 * no network.
 */
export async function showLanguage(language: Language): Promise<void> {
  await speak(language);
  if (wanted !== language) return;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage is blocked, so the choice lasts only as long as the page.
  }
}

/**
 * The language that was requested last. The file of an earlier language may arrive later, and must not
 * replace it.
 */
let wanted: Language = 'en';

async function speak(language: Language): Promise<void> {
  wanted = language;
  const next = await load(language);
  if (wanted !== language) return;
  spoken = next;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

async function load(language: Language): Promise<Spoken> {
  const known = loaded.get(language);
  if (known || language === 'en') return known ?? spoken;
  const answered = await fetch(files[language]);
  if (!answered.ok) throw new Error(`The texts of ${language} could not be fetched.`);
  const { form, ...words } = (await answered.json()) as Partial<Words> & { form: FormWords };
  const fresh = { language, words: { ...english, ...words }, form };
  loaded.set(language, fresh);
  return fresh;
}

export const onLanguage = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const readLanguage = (): Language => spoken.language;

export function useSpoken(): Spoken {
  return useSyncExternalStore(onLanguage, () => spoken);
}
