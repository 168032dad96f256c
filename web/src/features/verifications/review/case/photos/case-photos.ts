import { prettifyLabel } from '@doorstep/contract/text/labels';
import { photosOf } from '../../../../../domain/visits/photos.ts';
import { config } from '../../../../../lib/config.ts';
import { formatDateTime } from '../../../../../lib/format.ts';
import type { LooseVerification } from '../../../loose-verification.ts';

export interface CasePhoto {
  url: string;
  thumbnail: string;
  alt: string;
  /** What it shows, or its number. */
  label: string;
  /** When it was taken, whole and as the time alone. */
  taken: string | undefined;
  time: string | undefined;
  /** Metres from the visit. */
  distance: number | undefined;
  point: { latitude: number; longitude: number } | undefined;
  pixels: string | undefined;
}

const subjects: Record<string, string> = {
  door: 'Door',
  nameplate: 'Name plate',
  person: 'Person met',
  agent: 'Agent there',
};

/** '10:42 AM' in the provider's time zone. */
export function formatTime(moment: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: config().timeZone,
  });
  return format.format(new Date(moment)).replaceAll('\u202f', ' ');
}

/** The photos of a case with what is known of each: what it shows, when, and how far from the visit. */
export function casePhotosOf(verification: LooseVerification): CasePhoto[] {
  return photosOf(verification).map(({ url, thumbnail, distance }, index, { length }) => {
    const photo = verification.photos?.[index];
    const label = photo?.shows
      ? (subjects[photo.shows] ?? prettifyLabel(photo.shows))
      : `Photo ${index + 1}`;
    const at = photo?.captured_at ?? photo?.taken_at;
    const { latitude, longitude } = photo ?? {};
    return {
      url,
      thumbnail,
      label,
      alt: photo?.shows
        ? `${label}, photo ${index + 1} of ${length}`
        : `Photo ${index + 1} of ${length}`,
      taken: at ? formatDateTime(at) : undefined,
      time: at ? formatTime(at) : undefined,
      distance,
      point:
        typeof latitude === 'number' && typeof longitude === 'number'
          ? { latitude, longitude }
          : undefined,
      pixels: photo ? `${photo.width} × ${photo.height}` : undefined,
    };
  });
}

/** 'today 10:42 AM', else 'Nov 19, 6:05 PM': without the year where it is this one. */
export function shortMoment(moment: string): string {
  const [day = '', year, clock] = formatDateTime(moment).split(', ');
  // Another backend may leave it out, or write it in its own way.
  if (clock === undefined) return day;
  // No line begins with AM or PM.
  const time = clock.replace(' ', '\u00a0');
  const [today, thisYear] = formatDateTime(new Date().toISOString()).split(', ');
  if (year !== thisYear) return `${day}, ${year}`;
  return day === today ? `today ${time}` : `${day}, ${time}`;
}
