/** The languages of the agent's app, each with its own name. */
const languageNames = {
  en: 'English',
  hi: 'हिन्दी',
  mr: 'मराठी',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  bn: 'বাংলা',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as [Language, ...Language[]];

/** Translated by a machine, and not yet read by a speaker. */
export const unreadLanguages: readonly Language[] = ['mr', 'ta', 'te', 'bn'];

/** Returns the name to choose a language by. An asterisk marks those that no speaker has read. */
export const nameOfLanguage = (language: Language): string =>
  `${languageNames[language]}${unreadLanguages.includes(language) ? ' *' : ''}`;
