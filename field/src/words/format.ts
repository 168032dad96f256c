import type { Language } from './language.ts';

const locale = (language: Language) => (language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-GB');

/** A moment's time of day: '10:42'. */
export function timeOf(language: Language, moment: string | Date): string {
  return new Intl.DateTimeFormat(locale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(new Date(moment));
}

/** A day in few letters: 'Thu, 12 March'. */
export function dayOf(language: Language, moment: string | Date): string {
  return new Intl.DateTimeFormat(locale(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  })
    .format(new Date(moment))
    .replace(',', '');
}

/** How many calendar days a moment lies after another, by the phone's zone. */
export function daysAfter(moment: string | Date, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(new Date(moment)) - day(now)) / 86_400_000);
}

/** A size as people read it: '4.1 MB'. */
export function sizeOf(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
  if (bytes >= 100_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}
