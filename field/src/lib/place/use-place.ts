import type { Fix } from '@doorstep/contract/visits/manifest';
import { useCallback, useEffect, useState } from 'react';
import { reportUnlessLocked } from '../lock/lock.ts';
import { changeDraft } from '../visit/draft.ts';
import {
  bestOf,
  type PlaceEnd,
  type PlaceQuality,
  qualityOf,
  watchPlace,
  withFix,
} from './watch-place.ts';

export interface PlaceView {
  best: Fix | null;
  quality: PlaceQuality | null;
  /** `searching`, or why the search ended. */
  state: 'searching' | PlaceEnd;
  /** Looks once more, for another 20 s. */
  again(): void;
}

/** Looks for the place while the screen is shown, and stores each fix in the visit's draft. `known` are the draft's fixes. */
export function usePlace(visitId: string, known: readonly Fix[]): PlaceView {
  const [state, setState] = useState<PlaceView['state']>('searching');
  const [round, setRound] = useState(0);
  useEffect(
    () => watchPlace((fix) => void saveFix(visitId, fix).catch(reportUnlessLocked), setState),
    [visitId, round],
  );
  const again = useCallback(() => {
    setState('searching');
    setRound((count) => count + 1);
  }, []);
  const best = bestOf(known);
  return { best, quality: best && qualityOf(best), state, again };
}

const saveFix = (visitId: string, fix: Fix) =>
  changeDraft(visitId, (draft) => ({ ...draft, fixes: withFix(draft.fixes, fix) }));
