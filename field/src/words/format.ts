import type { Language } from '@doorstep/contract/languages';

/** Uses Latin digits in each language, because phone, house and loan numbers have them too. */
const locale = (language: Language) => (language === 'en' ? 'en-GB' : `${language}-IN-u-nu-latn`);

/** The formats are cached, because creating a format takes some milliseconds on a cheap phone. */
const times: Partial<Record<Language, Intl.DateTimeFormat>> = {};

export function timeOf(language: Language, moment: string | Date): string {
  times[language] ??= new Intl.DateTimeFormat(locale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return times[language].format(new Date(moment));
}

/** Returns a text such as 'Thu 12 March'. */
export function dayOf(language: Language, moment: string | Date): string {
  return new Intl.DateTimeFormat(locale(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  })
    .format(new Date(moment))
    .replace(',', '');
}

/** Returns a text such as '4.1 MB' or '90 MB', with a non-breaking space. */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 100_000 ? [1e6, 'MB'] : [1_000, 'KB'];
  const size = bytes / unit;
  const figure = size < 9.95 && name !== 'KB' ? size.toFixed(1) : Math.max(1, Math.round(size));
  return `${figure}\u00a0${name}`;
}
