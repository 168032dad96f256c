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

/** The languages whose texts were translated by a machine and not yet checked by a speaker. */
export const unreadLanguages: readonly Language[] = ['mr', 'ta', 'te', 'bn'];

/** An asterisk marks a language whose texts no speaker has checked. */
export const nameOfLanguage = (language: Language): string =>
  `${languageNames[language]}${unreadLanguages.includes(language) ? ' *' : ''}`;
