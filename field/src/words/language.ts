import { useSyncExternalStore } from 'react';
import english from './en.json';

export type Language = 'en' | 'hi';
export type Words = Record<keyof typeof english, string>;
/** Questions of the report forms by their keys, and answers by the English ones that are stored. */
interface FormWords {
  questions: Record<string, string>;
  answers: Record<string, string>;
}
interface Spoken {
  language: Language;
  words: Words;
  /** Null for English, which the forms themselves hold. */
  form: FormWords | null;
}

const KEY = 'doorstep-field-language';
const listeners = new Set<() => void>();
let spoken: Spoken = { language: 'en', words: english, form: null };

/** The language chosen in the app, otherwise the phone's. */
function preferred(): Language {
  const stored = readStored();
  if (stored === 'en' || stored === 'hi') return stored;
  return navigator.language.startsWith('hi') ? 'hi' : 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Loads the texts of the agent's language. Call it before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  await speak(preferred());
}

/** Changes the language and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

async function speak(language: Language): Promise<void> {
  if (language === 'hi') {
    const [words, form] = await Promise.all([import('./hi.json'), import('./questions.hi.json')]);
    spoken = { language, words: words.default, form: form.default };
  } else spoken = { language, words: english, form: null };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The current language and its texts, re-rendering when it changes. */
export function useSpoken(): Spoken {
  return useSyncExternalStore(subscribe, () => spoken);
}
