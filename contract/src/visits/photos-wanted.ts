import { limits } from '../limits.ts';
import type { ReportForm } from '../reports/definition.ts';
import type { PhotoSubject } from './manifest.ts';
import type { VisitOutcome } from './outcomes.ts';

/** The photos that a visit is to bring. Each one wanted is taken, or skipped with a reason. */
export interface PhotosWanted {
  wanted: readonly PhotoSubject[];
  /** How many at least, as far as none is skipped: whatever they show, or all that are wanted where these are no more. */
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
/** The board, the room and those who work there speak for an office; a portrait of one of them does not. */
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
  // Only the photo shows that an agent stood at a locked door.
  if (!isFinal) {
    const wanted: PhotoSubject[] = outcome === 'unsafe' ? [] : ['door'];
    return { wanted, least: outcome === 'locked' ? 1 : 0, most };
  }
  if (template === 'office' && outcome === 'met') return metAtOffice;
  return { ...wantedFor[outcome], most };
}

/** Which photos are still to be taken or skipped, and how many more, of whatever, are needed. */
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
