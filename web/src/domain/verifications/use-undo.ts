import { reviewTimes } from '@doorstep/contract/review';
import { useSecondsLeft } from '../../lib/use-seconds-left.ts';
import type { Acted } from './undo-action.ts';

/**
 * Returns the last action that can still be undone: the first of `acted` (newest first), or else `recorded`,
 * the user's own action in the shown record. For example, `acted` lacks an action whose answer was lost.
 */
export function useUndo<Done extends Acted>(acted: readonly Done[], recorded: Done | undefined) {
  const [last] = acted;
  const left = useSecondsLeft(last?.at, reviewTimes.undoDecisionSeconds);
  const leftOfRecorded = useSecondsLeft(recorded?.at, reviewTimes.undoDecisionSeconds);
  if (last && left > 0) return { ...last, secondsLeft: left };
  if (recorded && leftOfRecorded > 0) return { ...recorded, secondsLeft: leftOfRecorded };
  return undefined;
}
