import { digipinOf } from '@doorstep/contract/visits/digipin';
import { photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { distanceBetween, formatDistance } from '../../../domain/distance.ts';
import type { ReportPhoto } from '../../../platform/reports.ts';

interface PhotoContext {
  number: number;
  /** The part of the description that belongs to this photo. */
  description: string | undefined;
  moment: (at: string) => string;
  visit: Place | null;
}

/**
 * Splits the description at semicolons and line breaks if this gives exactly one part for each photo.
 * Otherwise, the whole description applies to all photos together.
 */
export function describePhotos(text: string, count: number): { together: string; each: string[] } {
  const parts = text.split(/[;\n]/).map((part) => part.trim());
  const isEach = count > 1 && parts.length === count;
  return isEach ? { together: '', each: parts } : { together: text, each: [] };
}

/** The subject `other` has no printed name. */
const subjects: Partial<Record<string, string>> = { ...photoSubjectLabels, other: '' };

interface Place {
  latitude: number | null;
  longitude: number | null;
}

export function describeLocation(visit: Place | null): string {
  const at = visit && place(visit);
  return at
    ? `The visit was submitted at ${at}. Distances are measured from there to the place of each photo.`
    : 'The place where the visit was submitted was not recorded.';
}

export function printPhoto(
  photo: ReportPhoto | null,
  { number, description, moment, visit }: PhotoContext,
) {
  const shows = description || (subjects[photo?.shows ?? ''] ?? '');
  if (!photo) return { shown: false, shows, caption: ['not available'], alt: `Photo ${number}` };
  const taken = photo.takenAt === null ? '' : moment(photo.takenAt);
  const metres = visit && distanceBetween(visit, photo);
  const caption = [
    taken || 'time not recorded',
    place(photo) ?? 'place not recorded',
    ...(typeof metres === 'number' ? [`${formatDistance(metres)} away`] : []),
  ];
  return {
    shown: true,
    shows,
    caption,
    alt: `Photo ${number} of the visit, ${caption.join(', ')}`,
  };
}

function place({ latitude, longitude }: Place) {
  if (latitude === null || longitude === null) return undefined;
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

export function placeWithDigipin(visit: Place): string {
  const at = place(visit);
  const digipin = digipinOf(visit.latitude ?? Number.NaN, visit.longitude ?? Number.NaN);
  return [at ?? 'place not recorded', ...(digipin ? [`DIGIPIN ${digipin}`] : [])].join(' · ');
}
