import { limits } from '../limits.ts';
import type { ReportForm } from '../reports/definition.ts';
import type { PhotoSubject } from './manifest.ts';
import type { VisitOutcome } from './outcomes.ts';

export interface PhotosWanted {
  wanted: readonly PhotoSubject[];
  /**
   * The minimum number of photos if no subject is skipped. Usually any photo counts, but if `least` is the
   * number of `wanted` subjects, only photos of these subjects count.
   */
  least: number;
  most: number;
}

const most = limits.photosPerVerification;

const wantedFor: Record<VisitOutcome, Omit<PhotosWanted, 'most'>> = {
  met: { wanted: ['door', 'nameplate', 'person', 'agent', 'street'], least: 3 },
  locked: { wanted: ['door', 'nameplate', 'agent', 'street'], least: 2 },
  shifted: { wanted: ['door', 'nameplate', 'agent'], least: 1 },
  no_such_person: { wanted: ['door', 'nameplate', 'agent'], least: 1 },
  untraceable: { wanted: ['street', 'agent'], least: 1 },
  entry_refused: { wanted: ['street', 'agent'], least: 1 },
  refused: { wanted: ['door', 'nameplate', 'street'], least: 1 },
  unsafe: { wanted: [], least: 0 },
};
/**
 * The photos of an office where a person was met. The interior replaces the person, because a photo of a
 * person does not show that there is an office.
 */
const metAtOffice: PhotosWanted = {
  wanted: ['nameplate', 'door', 'interior', 'agent', 'street'],
  least: 3,
  most,
};

export function photosWanted(
  template: ReportForm['template'],
  outcome: VisitOutcome,
  isFinal: boolean,
): PhotosWanted {
  // A locked door needs a photo, because no person was met who could confirm the visit.
  if (!isFinal) {
    const wanted: PhotoSubject[] = outcome === 'unsafe' ? [] : ['door'];
    return { wanted, least: outcome === 'locked' ? 1 : 0, most };
  }
  if (template === 'office' && outcome === 'met') return metAtOffice;
  return { ...wantedFor[outcome], most };
}

/** Returns the subjects that are neither taken nor skipped, and how many more photos are needed. */
export function photosMissing(
  { wanted, least }: PhotosWanted,
  taken: readonly string[],
  skipped: readonly string[],
): { subjects: PhotoSubject[]; more: number } {
  const subjects = wanted.filter((one) => !taken.includes(one) && !skipped.includes(one));
  const possible = wanted.filter((one) => taken.includes(one) || !skipped.includes(one)).length;
  const counting = least < wanted.length ? taken : wanted.filter((one) => taken.includes(one));
  return { subjects, more: Math.max(0, Math.min(least, possible) - counting.length) };
}
