import type { Language } from '@doorstep/contract/languages';

/** Returns the locale with Latin digits, as in numbers of phones, houses and loans. */
const locale = (language: Language) => (language === 'en' ? 'en-GB' : `${language}-IN-u-nu-latn`);

/** The formats are cached, because creating a format takes some milliseconds on a cheap phone. */
const times: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** Returns a moment's time of day, such as '10:42'. */
export function timeOf(language: Language, moment: string | Date): string {
  times[language] ??= new Intl.DateTimeFormat(locale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return times[language].format(new Date(moment));
}

/** Returns a short day, such as 'Thu 12 March'. */
export function dayOf(language: Language, moment: string | Date): string {
  return new Intl.DateTimeFormat(locale(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  })
    .format(new Date(moment))
    .replace(',', '');
}

/** Returns a size, such as '4.1 MB' or '90 MB'. The text does not break over two lines. */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 100_000 ? [1e6, 'MB'] : [1_000, 'KB'];
  const size = bytes / unit;
  const figure = size < 9.95 && name !== 'KB' ? size.toFixed(1) : Math.max(1, Math.round(size));
  return `${figure}\u00a0${name}`;
}
