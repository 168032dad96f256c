import { metresBetween } from '@doorstep/contract/visits/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import { momentOf } from '../moment.ts';
import type { Draft } from '../visit/draft.ts';
import { bestOf, qualityOf } from './watch-place.ts';

const mostFixes = 30;
/** Metres beyond what two fixes may be wrong by, from which they count as two places. */
const tolerance = 100;

type Places = Pick<Draft, 'fixes' | 'earlierFixes'>;

/** The place of the visit: the best fix since the agent last confirmed being at the door. Null where none came since. */
export const placeOf = (draft: Places): Fix | null => bestOf(fixesAtDoor(draft));

/** The fixes since the agent last confirmed being at the door. */
export const fixesAtDoor = ({ fixes, earlierFixes }: Places): readonly Fix[] =>
  fixes.slice(earlierFixes);

/** Whether the agent is asked why the place is not known well. */
export function isPlacePoor(draft: Places): boolean {
  const place = placeOf(draft);
  return place === null || qualityOf(place) === 'poor';
}

/** Begins a new arrival: no earlier fix is the place of the visit any more. */
export const confirmAtDoor = (draft: Draft, at: Date): Draft => ({
  ...draft,
  arrivedAt: momentOf(at),
  earlierFixes: draft.fixes.length,
  placeReason: '',
});

/** Adds a fix. The least accurate of more than thirty is dropped, but never the place of the visit. */
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

/** Adds a fix that *Look again* found. Away from the place found before, the agent has moved, and arrived when they looked again. */
export const withNewFix = (draft: Draft, fix: Fix, lookedAt: Date): Draft =>
  withFix(isElsewhere(draft, fix) ? confirmAtDoor(draft, lookedAt) : draft, fix);

/** Adds the fix of a photo, unless it was taken elsewhere: the photo's own record has it. */
export const withPhotoFix = (draft: Draft, fix: Fix): Draft =>
  isElsewhere(draft, fix) ? draft : withFix(draft, fix);

function isElsewhere(draft: Places, fix: Fix): boolean {
  const place = placeOf(draft);
  if (place === null) return false;
  return metresBetween(place, fix) - place.accuracy_m - fix.accuracy_m > tolerance;
}
