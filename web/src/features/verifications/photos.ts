import type { Photo, Verification } from '@doorstep/contract/verifications';
import { formatDateTime } from '../../lib/format.ts';

/** A verification as any backend may answer it: nothing but its identity is sure to be there. */
export type LooseVerification = Partial<Verification> & Pick<Verification, 'verification_id'>;

export interface ShownPhoto {
  /** What a report is built from. */
  url: string;
  thumbnail: string;
  original: string;
  alt: string;
  /** When and where it was taken, as far as the photo itself says. */
  taken?: { time: string; place: string };
}

const place = ({ latitude, longitude }: Pick<Photo, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null
    ? 'place not recorded'
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** The photos of a verification, with small sizes and captions where the backend tells them. */
export function photosOf(verification: LooseVerification): ShownPhoto[] {
  const urls = verification.image_urls ?? [];
  return urls.map((url, index) => {
    const photo = verification.photos?.[index];
    const alt = `Photo ${index + 1} of ${urls.length}`;
    if (!photo) return { url, thumbnail: url, original: url, alt };
    const time = photo.taken_at ? formatDateTime(photo.taken_at) : 'time not recorded';
    return {
      url,
      thumbnail: photo.thumbnail_url,
      original: photo.original_url,
      alt,
      taken: { time, place: place(photo) },
    };
  });
}

/** What stays the same of a photo's link when its signature is renewed. */
export const photoKey = (url: string) => url.split('?')[0] ?? url;
