import type { Photo } from '@doorstep/contract/photos';
import type { Verification } from '@doorstep/contract/verifications';
import { metresBetween } from '@doorstep/contract/visits/distance';
import { type PhotoSubject, photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import {
  formatCoordinate,
  formatDateTime,
  formatDistance,
  prettifyLabel,
} from '../../lib/format.ts';

export interface ShownPhoto {
  url: string;
  thumbnail: string;
  original: string;
  alt: string;
  shows?: string;
  taken?: { time: string; place: string };
  /** The distance between the places of the photo and of the visit, in metres. */
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

export function photosOf(
  of: Partial<Pick<Verification, 'image_urls' | 'photos' | 'latitude' | 'longitude'>>,
): ShownPhoto[] {
  const urls = of.image_urls ?? [];
  const visit = pointOf(of);
  return urls.map((url, index) => {
    const photo = of.photos?.[index];
    const alt = `Photo ${index + 1} of ${urls.length}`;
    if (!photo) return { url, thumbnail: url, original: url, alt };
    const at = photo.captured_at ?? photo.taken_at;
    const time = at ? formatDateTime(at) : 'time not recorded';
    const point = pointOf(photo);
    const distance = point && visit && metresBetween(point, visit);
    return {
      url,
      thumbnail: photo.thumbnail_url,
      original: photo.original_url,
      alt,
      shows: describeCapture(photo),
      taken: { time, place: point ? placeText(point) : 'place not recorded' },
      distance,
    };
  });
}

const sources: Record<string, string> = {
  viewfinder: 'taken in the app',
  camera_app: 'taken with the phone’s camera app',
  file: 'chosen from the phone',
};

/**
 * Returns a text such as 'Document, taken in the app, cropped by the agent, within 8 m', or undefined for a
 * photo of a visit that was sent in one request, because such a photo has no details.
 */
function describeCapture(photo: Photo): string | undefined {
  const { shows, source = '', accuracy_m, is_cropped } = photo;
  if (!shows) return undefined;
  const subject = photoSubjectLabels[shows as PhotoSubject] ?? prettifyLabel(shows);
  const accuracy = typeof accuracy_m === 'number' && `within ${formatDistance(accuracy_m)}`;
  const cropped = is_cropped && 'cropped by the agent';
  return [subject, sources[source], cropped, accuracy].filter(Boolean).join(', ');
}

/** Returns '3 of 6 photos have arrived', or undefined once all photos have arrived. */
export function arrivedOf(arrived: number, expected = 0): string | undefined {
  return arrived < expected ? `${arrived} of ${expected} photos have arrived` : undefined;
}

/** Describes how far from the visit the photos were taken. Returns undefined if no distance is known. */
export function describeDistances(photos: readonly ShownPhoto[]): string | undefined {
  const known = photos.flatMap(({ distance }) => (distance === undefined ? [] : [distance]));
  if (known.length === 0) return undefined;
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatDistance);
  const range = least === most ? most : `${least} to ${most}`;
  const unknown = photos.length - known.length;
  return `Taken ${range} from the visit${unknown > 0 ? `, ${unknown} without a recorded place` : ''}`;
}

/** Returns a photo's link without the query, which has a signature that changes from answer to answer. */
export const photoKey = (url: string) => url.split('?')[0] ?? url;
