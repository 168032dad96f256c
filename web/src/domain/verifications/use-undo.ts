import { reviewTimes } from '@doorstep/contract/review';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import type { Acted } from './undo-action.ts';

/**
 * Returns the last action that can still be undone. If no action in `acted` can be undone, for example after
 * a lost answer, returns `recorded`: the user's own action according to the shown record.
 */
export function useUndo<Done extends Acted>(acted: readonly Done[], recorded: Done | undefined) {
  const [last] = acted;
  const left = useSecondsLeft(last?.at, reviewTimes.undoDecisionSeconds);
  const leftOfRecorded = useSecondsLeft(recorded?.at, reviewTimes.undoDecisionSeconds);
  if (last && left > 0) return { ...last, secondsLeft: left };
  if (recorded && leftOfRecorded > 0) return { ...recorded, secondsLeft: leftOfRecorded };
  return undefined;
}
