import { metresBetween } from '@doorstep/contract/visits/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import { momentOf } from '../moment.ts';
import type { Draft } from '../visit/draft.ts';
import { type Places, placeOf } from './best-fix.ts';
import { qualityOf } from './watch-place.ts';

const mostFixes = 30;
/**
 * Two GPS fixes count as two places if their distance exceeds the sum of their accuracies and these metres.
 */
const tolerance = 100;

/** Whether the place is missing, or so inaccurate that the agent is asked why. */
export function isPlacePoor(draft: Places): boolean {
  const place = placeOf(draft);
  return place === null || qualityOf(place) === 'poor';
}

/** Begins a new arrival. Earlier GPS fixes no longer count as the place of the visit. */
export const confirmAtDoor = (draft: Draft, at: Date): Draft => ({
  ...draft,
  arrivedAt: momentOf(at),
  earlierFixes: draft.fixes.length,
  placeReason: '',
  farAnswer: null,
});

/**
 * Adds a GPS fix. If there are then over thirty, drops the least accurate, but not the place of the visit.
 */
export function withFix(draft: Draft, fix: Fix): Draft {
  const fixes = [...draft.fixes, fix];
  if (fixes.length <= mostFixes) return { ...draft, fixes };
  const place = placeOf({ ...draft, fixes });
  const worst = fixes
    .filter((one) => one !== place)
    .reduce((one, other) => (other.accuracy_m > one.accuracy_m ? other : one));
  const isEarlier = fixes.indexOf(worst) < draft.earlierFixes;
  return {
    ...draft,
    fixes: fixes.filter((one) => one !== worst),
    earlierFixes: draft.earlierFixes - (isEarlier ? 1 : 0),
  };
}

/**
 * Adds a GPS fix from *Look again*. If the fix is away from the earlier place, the agent has moved, and
 * `lookedAt` becomes the time of arrival.
 */
export const withNewFix = (draft: Draft, fix: Fix, lookedAt: Date): Draft =>
  withFix(isElsewhere(draft, fix) ? confirmAtDoor(draft, lookedAt) : draft, fix);

/**
 * Adds the GPS fix of a photo, unless the photo was taken elsewhere. The photo's own record has the fix
 * anyway.
 */
export const withPhotoFix = (draft: Draft, fix: Fix): Draft =>
  isElsewhere(draft, fix) ? draft : withFix(draft, fix);

function isElsewhere(draft: Places, fix: Fix): boolean {
  const place = placeOf(draft);
  if (place === null) return false;
  return metresBetween(place, fix) - place.accuracy_m - fix.accuracy_m > tolerance;
}
