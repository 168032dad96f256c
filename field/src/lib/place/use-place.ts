import type { Fix } from '@doorstep/contract/visits/manifest';
import { useCallback, useEffect, useState } from 'react';
import { reportUnlessLocked } from '../lock/lock.ts';
import { changeDraft, type Draft } from '../visit/draft.ts';
import { placeOf } from './best-fix.ts';
import { withFix, withNewFix } from './place-of-visit.ts';
import { type PlaceEnd, type PlaceQuality, qualityOf, watchPlace } from './watch-place.ts';

export interface PlaceView {
  place: Fix | null;
  quality: PlaceQuality | null;
  state: 'searching' | PlaceEnd;
  again(): void;
}

/**
 * Stores each GPS fix in the visit's draft. If the place is known, searches only on request, because the
 * agent may have left the door.
 */
export function usePlace(draft: Draft): PlaceView {
  const { visitId } = draft;
  const place = placeOf(draft);
  const [state, setState] = useState<PlaceView['state']>(place ? 'stopped' : 'searching');
  /** The time when the agent tapped *Look again*. Each tap sets a new `Date`, which restarts the search. */
  const [askedAt, setAskedAt] = useState<Date>();
  const isLooking = state === 'searching';
  // When the agent confirms being at the door, the place becomes null and a new search starts.
  if (state === 'stopped' && place === null) setState('searching');
  useEffect(() => {
    if (!isLooking) return undefined;
    const add = (fix: Fix) =>
      changeDraft(visitId, (before) =>
        askedAt ? withNewFix(before, fix, askedAt) : withFix(before, fix),
      );
    return watchPlace(
      (fix) => void add(fix).catch(reportUnlessLocked),
      // `stopped` means that another search began or the screen closed.
      (why) => why !== 'stopped' && setState(why),
    );
  }, [visitId, isLooking, askedAt]);
  const again = useCallback(() => {
    setAskedAt(new Date());
    setState('searching');
  }, []);
  return { place, quality: place && qualityOf(place), state, again };
}
