import { prettifyLabel } from '@doorstep/contract/text/labels';
import { type PhotoSubject, photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { config } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { photosOf } from './photos.ts';

export interface CasePhoto {
  url: string;
  thumbnail: string;
  alt: string;
  label: string;
  /** When the photo was taken: `taken` with the date, `time` without it. */
  taken: string | undefined;
  time: string | undefined;
  /** The distance from the visit, in metres. */
  distance: number | undefined;
  point: { latitude: number; longitude: number } | undefined;
  pixels: string | undefined;
  isCropped: boolean;
}

/** Returns the time in the provider's time zone: '10:42 AM'. */
export function formatTime(moment: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: config().timeZone,
  });
  return format.format(new Date(moment)).replaceAll('\u202f', ' ');
}

export function casePhotosOf(verification: LooseVerification): CasePhoto[] {
  return photosOf(verification).map(({ url, thumbnail, distance }, index, { length }) => {
    const photo = verification.photos?.[index];
    const label = photo?.shows
      ? (photoSubjectLabels[photo.shows as PhotoSubject] ?? prettifyLabel(photo.shows))
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
      isCropped: photo?.is_cropped === true,
    };
  });
}
