import { createContext, useContext } from 'react';
import type { GoHow } from '../../lib/address.ts';
import type { Draft } from '../../lib/visit/draft.ts';
import type { Plan, Step } from './steps.ts';

export interface VisitView {
  draft: Draft;
  plan: Plan;
  /**
   * Returns the new draft, or undefined if the phone could not save it. In that case the screen must undo
   * the change.
   */
  save: (change: (draft: Draft) => Draft) => Promise<Draft | undefined>;
  /**
   * Changes the draft after typing. The text stays on the screen. Text that could not be saved is saved
   * with the next change.
   */
  saveTyped: (change: (draft: Draft) => Draft) => void;
  /** `full`: the phone is full. `failed`: saving failed for another reason. */
  keeping: 'kept' | 'full' | 'failed';
  go: (step: Step | PhotoDetour, detail?: string | number, how?: GoHow) => void;
  /**
   * Opens the step after `from`. If `from` was opened as a detour and the outcome has not changed, returns to
   * the screen that opened it instead.
   */
  goOn: (from: Step, draft?: Draft) => void;
  goBack: (from: Step | PhotoDetour) => void;
  /** The story of a practice visit; absent in a real visit. */
  practice?: string;
}

type PhotoDetour = 'camera' | 'photo' | 'crop' | 'skip';

export const VisitContext = createContext<VisitView | null>(null);

export function useVisit(): VisitView {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('A step was shown outside of its visit');
  return visit;
}
