import type { Verification } from '@doorstep/contract/verifications';
import { formatCoordinate, formatDateTime, formatDistance } from '../../lib/format.ts';

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
  /** Metres between where it was taken and where the visit was submitted. */
  distance?: number;
}

interface Point {
  latitude: number;
  longitude: number;
}

const pointOf = (from: { latitude?: number | null; longitude?: number | null }) =>
  typeof from.latitude === 'number' && typeof from.longitude === 'number'
    ? { latitude: from.latitude, longitude: from.longitude }
    : undefined;

const placeText = ({ latitude, longitude }: Point) =>
  `${formatCoordinate(latitude)}, ${formatCoordinate(longitude)}`;

const EARTH_RADIUS = 6_371_000;

/** The distance between two points on the ground in metres (haversine). */
export function metresBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const square =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The photos of a verification, with small sizes and captions where the backend has them. */
export function photosOf(verification: LooseVerification): ShownPhoto[] {
  const urls = verification.image_urls ?? [];
  const visit = pointOf(verification);
  return urls.map((url, index) => {
    const photo = verification.photos?.[index];
    const alt = `Photo ${index + 1} of ${urls.length}`;
    if (!photo) return { url, thumbnail: url, original: url, alt };
    const time = photo.taken_at ? formatDateTime(photo.taken_at) : 'time not recorded';
    const point = pointOf(photo);
    const distance = point && visit && metresBetween(point, visit);
    return {
      url,
      thumbnail: photo.thumbnail_url,
      original: photo.original_url,
      alt,
      taken: { time, place: point ? placeText(point) : 'place not recorded' },
      distance,
    };
  });
}

/** How far from the visit its photos were taken; undefined where no photo says. */
export function describeDistances(photos: readonly ShownPhoto[]): string | undefined {
  const known = photos.flatMap(({ distance }) => (distance === undefined ? [] : [distance]));
  if (known.length === 0) return undefined;
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatDistance);
  const range = least === most ? most : `${least} to ${most}`;
  const unknown = photos.length - known.length;
  return `Taken ${range} from the visit${unknown > 0 ? `, ${unknown} at no recorded place` : ''}`;
}

/** What stays the same of a photo's link when its signature is renewed. */
export const photoKey = (url: string) => url.split('?')[0] ?? url;
